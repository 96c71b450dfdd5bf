//go:build tools

// Package languagehosts names language hosts, so that go.mod and go.sum pin everything that they are built from.
package languagehosts

import (
	_ "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go"
	_ "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python"
)
