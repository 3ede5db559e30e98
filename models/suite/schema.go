package suite

import (
	"bytes"
	"encoding/json"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
)

// object is a JSON object.
type object = map[string]any

// Schema is the JSON Schema of suites, for editors: what Parse takes, as far as a schema can
// say it.  It is of draft 7, which the YAML language server knows best.
func Schema() []byte {
	schema := object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"$id":                  "https://github.com/mxgen/mxgen/docs/suite.schema.json",
		"title":                "mxgen suite",
		"description":          "Configurations and Promela files with their expected verdicts, for mxgen verify SUITE.yaml.  Made of the keys that the parser takes.",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           keySchemas(suiteKeys),
		"anyOf":                []object{{"required": []string{"entries"}}, {"required": []string{"include"}}},
		"definitions": object{
			"entry":           entrySchema(),
			"scalar":          scalar(),
			"scalars":         oneOrMore(ref("scalar")),
			"verdict":         object{"enum": Verdicts},
			"expectation":     expectationSchema(expectationKeys...),
			"expectedVerdict": expectationSchema("verdict"),
		},
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(schema); err != nil {
		panic(err) // there are strings, numbers, booleans, lists and objects
	}
	return out.Bytes()
}

func ref(name string) object { return object{"$ref": "#/definitions/" + name} }

// scalar is one plain value of YAML that is not null.
func scalar() object { return object{"type": []string{"string", "number", "boolean"}} }

// oneOrMore is a value, or a list of values that is not empty.
func oneOrMore(one object) object {
	return object{"anyOf": []object{one, {"type": "array", "minItems": 1, "items": one}}}
}

// closed is a mapping with these keys alone.
func closed(properties object) object {
	return object{"type": "object", "additionalProperties": false, "properties": properties}
}

// described is a schema with a description.  Beside $ref, draft 7 would ignore it.
func described(s object, text string) object {
	return object{"description": text, "allOf": []object{s}}
}

// keySchemas are what keys take, by name.
func keySchemas(keys []key) object {
	all := object{}
	for _, k := range keys {
		all[k.name] = described(k.takes.schema(), k.help)
	}
	return all
}

// schema is what may stand behind a key of the kind.
func (k kind) schema() object {
	path := object{"type": []string{"string", "number", "boolean"}, "minLength": 1}
	switch k {
	case algorithmName:
		var names []string
		for _, a := range algorithms.All() {
			names = append(names, a.Name)
		}
		return object{"enum": names}
	case file:
		return path
	case files:
		return oneOrMore(path)
	case parameters:
		return parameterSchemas(models.ParamNames)
	case macros:
		return object{"type": "object", "propertyNames": object{"pattern": macroName.String()}, "additionalProperties": ref("scalars")}
	case formulas:
		return object{"type": "object", "minProperties": 1, "additionalProperties": ref("scalar")}
	case switchValue:
		return object{"type": "boolean"}
	case propertyNames:
		return ref("scalars")
	case expectations:
		return object{"anyOf": []object{{"const": asRegistry}, {"type": "object", "additionalProperties": ref("expectation")}}}
	case duration:
		return object{"type": "string", "pattern": `^\+?(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$`}
	case size:
		return object{"type": "string", "pattern": `^\s*[0-9+.].*[KMGkmg][Bb]?\s*$`}
	case tags:
		return oneOrMore(object{"type": []string{"string", "number", "boolean"}, "pattern": tagName.String()})
	case entryList:
		return object{"type": "array", "minItems": 1, "items": ref("entry")}
	}
	return closed(keySchemas(defaultKeys()))
}

// parameterSchemas are parameters of a configuration.
func parameterSchemas(names []string) object {
	all := object{}
	for _, name := range names {
		all[name] = described(ref("scalars"), models.ParamHelp[name])
	}
	return closed(all)
}

// expectationSchema is a verdict, or a mapping with these keys.
func expectationSchema(keys ...string) object {
	of := object{
		"verdict": ref("verdict"),
		"states":  object{"type": []string{"integer", "string"}, "minimum": 1, "pattern": `^\+?0*[1-9][0-9]*$`, "description": "states of the safety model"},
	}
	given := object{}
	for _, name := range keys {
		given[name] = of[name]
	}
	return object{"anyOf": []object{ref("verdict"), closed(given)}}
}

// entrySchema is an entry: what all entries have, and more of each algorithm and of a model.
func entrySchema() object {
	entry := closed(keySchemas(entryKeys))
	cases := []object{{
		"if":   object{"required": []string{"model"}},
		"then": object{"properties": modelSchema()},
		"else": object{"required": []string{"algorithm"}, "properties": without(configurations)},
	}}
	for _, a := range algorithms.All() {
		cases = append(cases, object{
			"if":   object{"required": []string{"algorithm"}, "properties": object{"algorithm": object{"const": a.Name}}},
			"then": algorithmSchema(a),
		})
	}
	entry["allOf"] = cases
	return entry
}

// without refuses the keys that entries of a subject do not have.
func without(of subject) object {
	all := object{}
	for _, k := range entryKeys {
		if k.of&of == 0 {
			all[k.name] = false
		}
	}
	return all
}

// modelSchema is what an entry of a user's file has.
func modelSchema() object {
	all := without(userModel)
	safety := object{}
	for _, name := range modelSafety {
		safety[name] = ref("expectation")
	}
	all["expect"] = object{"type": "object", "properties": safety, "additionalProperties": ref("expectedVerdict")}
	return all
}

// algorithmSchema is what an entry of an algorithm has: its parameters and properties.
func algorithmSchema(a *registry.Algorithm) object {
	var bugs, properties []string
	for _, b := range a.Bugs {
		bugs = append(bugs, b.Name)
	}
	expect := object{}
	for _, p := range a.Properties {
		properties = append(properties, p.Name)
		of := "expectedVerdict"
		if p.Kind.Safety() {
			of = "expectation"
		}
		expect[p.Name] = described(ref(of), p.Gloss)
	}
	alone := func(name string) []object {
		return []object{{"const": name}, {"type": "array", "minItems": 1, "maxItems": 1, "items": object{"const": name}}}
	}
	expectations := func(s object) object { return object{"anyOf": []object{{"const": asRegistry}, s}} }
	return object{
		"properties": object{
			"with": object{"propertyNames": object{"enum": models.ParamsTaken(a)}, "properties": object{
				"network": object{"anyOf": append(alone(eachNetwork), oneOrMore(object{"enum": a.Networks}))},
				"bug":     oneOrMore(object{"enum": bugs}),
			}},
			"properties": object{"anyOf": append(alone(safetyProperties), oneOrMore(object{"enum": properties}))},
			"expect":     expectations(object{"type": "object", "properties": expect, "additionalProperties": ref("expectedVerdict")}),
		},
		"if":   object{"not": object{"required": []string{"ltl"}}}, // a formula may have any name
		"then": object{"properties": object{"expect": expectations(object{"propertyNames": object{"enum": properties}})}},
	}
}
