// Native radio buttons and checkboxes of an item.
const inputsOf = (form, name) => [...form.querySelectorAll(`input[name="${name}"]`)];

export const chosen = (form, name) => inputsOf(form, name).filter(({ checked }) => checked).map(({ value }) => value);

export function choose(form, name, values) {
  const inputs = inputsOf(form, name);
  if (!Array.isArray(values) || !values.every((value) => inputs.some((input) => input.value === value))) return false;
  for (const input of inputs) input.checked = values.includes(input.value);
  return true;
}

export const labelOf = (form, name, value) => inputsOf(form, name).find((input) => input.value === value).closest("label");
