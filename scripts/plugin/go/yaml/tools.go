//go:build tools

package main

// Named here so that go.mod and go.sum pin everything that the YAML language host is built from.
import _ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
