"""Turns located YAML into a checked object, and pydantic's complaints into located faults."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from coursekit.faults import CourseError, Fault, did_you_mean
from coursekit.read.located import Located, Path


class Model(BaseModel):
    """Base of all schemas: unknown fields are refused and nothing is converted by guess."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


M = TypeVar("M", bound=BaseModel)


def validate(located: Located, model: type[M], at: Path = ()) -> M:
    """Check a part of located data against a schema.

    Raises
    ------
    CourseError
        With one located fault for each thing that is wrong.
    """
    data = located.data
    for step in at:
        data = data[step]
    if data is None:
        data = {}
    try:
        return model.model_validate(data)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        misspelt = {(item["loc"][:-1], _hint(model, item["loc"])) for item in errors if item["type"] == "extra_forbidden"}
        told = [item for item in errors if item["type"] != "missing" or (item["loc"][:-1], f"did you mean '{item['loc'][-1]}'?") not in misspelt]
        raise CourseError([_fault(located, model, at, data, item) for item in told]) from None


def _hint(model: type[BaseModel], location: tuple[str | int, ...]) -> str:
    """Return what to do with a field that a schema does not know."""
    known = _fields(model, location[:-1])
    return did_you_mean(str(location[-1]), known) if known else "take it out"


def _fault(located: Located, model: type[BaseModel], at: Path, data: Any, error: dict[str, Any]) -> Fault:
    location = _real_path(data, error["loc"])
    path = (*at, *location)
    name = location[-1] if location else "this"
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing":
        missing = error["loc"][-1]
        parent = (*at, *_real_path(data, error["loc"][:-1]))
        return located.fault(parent, f"the field '{missing}' is missing", f"add '{missing}: ...'")
    if kind == "extra_forbidden":
        return located.fault(path, f"the field '{name}' is not known", _hint(model, error["loc"]), key=True)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        expected = context.get("expected_tags", "").replace("'", "")
        found = context.get("tag")
        tag = context.get("discriminator", "'type'").strip("'")
        if found is None:
            return located.fault(path, f"the field '{tag}' is missing", f"one of: {expected}")
        return located.fault((*path, tag), f"'{found}' is not a known {tag}", did_you_mean(found, expected.split(", ")))
    value = error.get("input")
    if kind == "literal_error":
        expected = context["expected"].replace("'", "").replace(" or ", ", ")
        return located.fault(path, f"'{value}' is not allowed for '{name}'", did_you_mean(str(value), expected.split(", ")))
    if kind == "string_type":
        return located.fault(path, f"'{name}' must be text, not {_kind(value)}", f'put it in quotes: "{value}"' if isinstance(value, int | float) else "write text")
    if kind in ("value_error", "assertion_error"):
        wrong, _, right = str(context.get("error", error["msg"])).partition("; ")
        return located.fault(path, wrong, right)
    return located.fault(path, f"'{name}' is {_kind(value)}", error["msg"].replace("Input should", "it should"))


def _real_path(data: Any, location: tuple[str | int, ...]) -> Path:
    """Drop the steps that pydantic adds for unions: they name no field of the data."""
    path: list[str | int] = []
    for step in location:
        if isinstance(data, dict) and step in data or isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
            path.append(step)
    return tuple(path)


def _kind(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{value[:40]}'"
    return "a list" if isinstance(value, list) else "a group of fields"


def _fields(model: Any, location: tuple[str | int, ...]) -> list[str]:
    """Return the names of the fields that a schema knows at a place."""
    schema = model.model_json_schema()
    definitions = schema.get("$defs", {})

    def resolve(node: dict[str, Any]) -> list[dict[str, Any]]:
        if "$ref" in node:
            return resolve(definitions[node["$ref"].rsplit("/", 1)[1]])
        options = node.get("anyOf") or node.get("oneOf")
        return [leaf for option in options for leaf in resolve(option)] if options else [node]

    nodes = resolve(schema)
    for step in location:
        following: list[dict[str, Any]] = []
        for node in nodes:
            if isinstance(step, int) and "items" in node:
                following += resolve(node["items"])
            elif step in node.get("properties", {}):
                following += resolve(node["properties"][step])
            elif isinstance(node.get("additionalProperties"), dict):
                following += resolve(node["additionalProperties"])
            elif any(choice.get("const") == step for choice in node.get("properties", {}).values()):
                following.append(node)
        if following:
            nodes = following
    return sorted({name for node in nodes for name in node.get("properties", {})})
