// Native radio buttons and checkboxes of an item.
export const chosen = (form, name) => [...form.querySelectorAll(`input[name="${name}"]:checked`)].map(({ value }) => value);

export function choose(form, name, values) {
  const inputs = [...form.querySelectorAll(`input[name="${name}"]`)];
  const known = inputs.map(({ value }) => value);
  if (!Array.isArray(values) || !values.every((value) => known.includes(value))) return false;
  for (const input of inputs) input.checked = values.includes(input.value);
  return true;
}

export const labelOf = (form, name, value) =>
  [...form.querySelectorAll(`input[name="${name}"]`)].find((input) => input.value === value).closest("label");
