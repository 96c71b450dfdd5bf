// Command translate prints, as JSON, the programs of folder/<name>/Pulumi.yaml in other languages, by name and language.
//
//	translate schema.json folder
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: translate schema.json folder"))
	}
	fail(translate(os.Args[1], os.Args[2]))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string) (*schema.Package, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	pkg, diags, err := schema.BindSpec(spec, nil, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return pkg, nil
}

func translate(file, folder string) error {
	pkg, err := read(file)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	generators := map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
		"typescript": nodejs.GenerateProgram,
		"python":     python.GenerateProgram,
		"go":         golang.GenerateProgram,
	}
	translated := map[string]map[string]string{}
	for _, entry := range entries {
		name := entry.Name()
		translated[name] = map[string]string{}
		for language, generate := range generators {
			// A generator changes the program that it is given.
			_, program, err := yaml.Eject(filepath.Join(folder, name), loader{pkg})
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			files, diags, err := generate(program)
			if err != nil {
				return fmt.Errorf("%s in %s: %w", name, language, err)
			}
			if diags.HasErrors() {
				return fmt.Errorf("%s in %s: %w", name, language, diags)
			}
			for _, content := range files {
				translated[name][language] = string(content)
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(translated)
}

// loader has one package, whatever version a program asks for.
type loader struct{ pkg *schema.Package }

func (l loader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if name != l.pkg.Name {
		return nil, fmt.Errorf("the package %s is not known here", name)
	}
	return l.pkg, nil
}

func (l loader) LoadPackageV2(_ context.Context, descriptor *schema.PackageDescriptor) (*schema.Package, error) {
	return l.LoadPackage(descriptor.Name, descriptor.Version)
}

func (l loader) LoadPackageReference(name string, version *semver.Version) (schema.PackageReference, error) {
	pkg, err := l.LoadPackage(name, version)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (l loader) LoadPackageReferenceV2(
	_ context.Context, descriptor *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return l.LoadPackageReference(descriptor.Name, descriptor.Version)
}
