//go:build tools

// Package languagenodejs names the Node.js language host, so that go.mod and go.sum pin everything it is built from.
package languagenodejs

import _ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
