//go:build tools

// Package languageyaml names the YAML language host, so that go.mod and go.sum pin everything it is built from.
package languageyaml

import _ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
