module pulumi-opsmanager.invalid/interop

go 1.25

require github.com/mongodb-forks/digest v1.1.0
