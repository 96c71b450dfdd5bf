//go:build tools

// Pins the S3-compatible server of test/backends.
package backends

import _ "github.com/versity/versitygw/cmd/versitygw"
