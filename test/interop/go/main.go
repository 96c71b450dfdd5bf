// Calls every endpoint of a service with the Digest transport of MongoDB's Go clients for Ops Manager and Atlas. Standard
// input has the address of the service, in the format of the emulator's option --json.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/mongodb-forks/digest"
)

// target has the addresses and keys of an emulator.
type target struct {
	BaseURL    string `json:"baseUrl"`
	PublicKey  string `json:"publicKey"`
	PrivateKey string `json:"privateKey"`
	ProjectID  string `json:"projectId"`
	OrgID      string `json:"orgId"`
	APIKeyID   string `json:"apiKeyId"`
	ClusterID  string `json:"clusterId"`
}

type object = map[string]any

// tester calls the service and counts the outcomes.
type tester struct {
	client         *http.Client
	root           string
	passed, failed int
}

// call sends a request and reports whether the response has the expected status and body.
func (t *tester) call(method, path string, body any, status int, check func(object) bool) object {
	result, err := t.send(method, path, body, status)
	if err == nil && check != nil && !check(result) {
		err = fmt.Errorf("unexpected body %v", result)
	}
	if err != nil {
		t.failed++
		fmt.Printf("FAILED %s %s: %v\n", method, path, err)
	} else {
		t.passed++
		fmt.Printf("ok     %s %s %d\n", method, path, status)
	}
	return result
}

func (t *tester) send(method, path string, body any, status int) (object, error) {
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		reader = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, t.root+path, reader)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := t.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != status {
		return nil, fmt.Errorf("status %d: %s", response.StatusCode, text)
	}
	result := object{}
	switch trimmed := strings.TrimSpace(string(text)); {
	case strings.HasPrefix(trimmed, "["):
		var elements []any
		err = json.Unmarshal(text, &elements)
		result["elements"] = elements
	case trimmed != "":
		err = json.Unmarshal(text, &result)
	}
	return result, err
}

// has returns a check of one field.
func has(name string, value any) func(object) bool {
	return func(result object) bool { return result[name] == value }
}

// isList checks that a result is a list that is not empty.
func isList(result object) bool {
	results, isArray := result["results"].([]any)
	return isArray && len(results) > 0
}

func (t *tester) run(at target) {
	group := "/groups/" + at.ProjectID

	t.call("GET", "/", nil, 200, has("appName", "MongoDB Ops Manager"))
	t.call("GET", "/groups", nil, 200, isList)

	list := "/orgs/" + at.OrgID + "/apiKeys/" + at.APIKeyID + "/accessList"
	t.call("GET", list, nil, 200, isList)
	t.call("GET", list+"/"+url.PathEscape("198.51.100.0/24"), nil, 200, has("cidrBlock", "198.51.100.0/24"))
	added := []object{{"ipAddress": "192.0.2.1"}, {"cidrBlock": "192.0.2.128/25"}}
	t.call("POST", list, added, 200, isList)
	t.call("DELETE", list+"/192.0.2.1", nil, 204, nil)
	t.call("DELETE", list+"/"+url.PathEscape("192.0.2.128/25"), nil, 204, nil)
	t.call("GET", list+"/192.0.2.1", nil, 404, has("errorCode", "API_KEY_ACCESS_LIST_NOT_FOUND"))

	alert := func(enabled bool) object {
		return object{
			"eventTypeName": "NO_PRIMARY",
			"enabled":       enabled,
			"notifications": []object{{
				"typeName": "GROUP", "intervalMin": 5, "delayMin": 0, "emailEnabled": true, "smsEnabled": false,
				"roles": []string{"GROUP_OWNER"},
			}},
		}
	}
	created := t.call("POST", group+"/alertConfigs", alert(true), 200, has("enabled", true))
	item := group + "/alertConfigs/" + fmt.Sprint(created["id"])
	t.call("GET", item, nil, 200, has("eventTypeName", "NO_PRIMARY"))
	t.call("PATCH", item, object{"enabled": false}, 200, has("enabled", false))
	t.call("PUT", item, alert(true), 200, has("enabled", true))
	t.call("GET", group+"/alertConfigs?pageNum=1&itemsPerPage=500", nil, 200, isList)
	t.call("DELETE", item, nil, 204, nil)
	t.call("GET", item, nil, 404, has("errorCode", "ALERT_CONFIG_NOT_FOUND"))
	t.call("POST", group+"/alertConfigs", object{"eventTypeName": "NO_PRIMARY"}, 400, nil)
	t.call("GET", "/alertConfigs/matchers/fieldNames", nil, 200, func(result object) bool {
		return len(result["elements"].([]any)) == 7
	})

	global := func(enabled bool) object {
		return object{
			"eventTypeName": "HOST_DOWN", "enabled": enabled, "forAllGroups": false, "groupIds": []string{at.ProjectID},
			"notifications": []object{{"typeName": "ADMIN", "delayMin": 0, "intervalMin": 15}},
		}
	}
	everywhere := t.call("POST", "/globalAlertConfigs", global(true), 200, has("forAllGroups", false))
	shared := "/globalAlertConfigs/" + fmt.Sprint(everywhere["id"])
	t.call("GET", shared, nil, 200, has("eventTypeName", "HOST_DOWN"))
	t.call("GET", "/globalAlertConfigs", nil, 200, isList)
	t.call("PATCH", shared, object{"enabled": false}, 200, has("enabled", false))
	t.call("PUT", shared, global(true), 200, has("enabled", true))
	t.call("DELETE", shared, nil, 204, nil)
	t.call("GET", shared, nil, 404, has("errorCode", "GLOBAL_ALERT_CONFIG_NOT_FOUND"))

	for _, log := range []string{"audit", "system"} {
		rotation := group + "/automationConfig/" + log + "LogRotateConfig"
		t.call("PUT", rotation, object{"sizeThresholdMB": 1000, "timeThresholdHrs": 24}, 200, nil)
		t.call("GET", rotation, nil, 200, has("timeThresholdHrs", 24.0))
	}

	made := t.call("POST", "/groups", object{"name": "from go", "orgId": at.OrgID}, 201, has("name", "from go"))
	project := "/groups/" + fmt.Sprint(made["id"])
	t.call("GET", project, nil, 200, has("name", "from go"))
	t.call("GET", "/groups/byName/"+url.PathEscape("from go"), nil, 200, has("name", "from go"))
	t.call("GET", "/orgs/"+at.OrgID+"/groups", nil, 200, isList)
	t.call("PATCH", project, object{"tags": []string{"EU"}}, 200, has("name", "from go"))
	t.call("DELETE", project, nil, 202, nil)

	t.call("GET", group+"/clusters", nil, 200, isList)
	t.call("PATCH", group+"/clusters/"+at.ClusterID, object{"clusterName": "from-go"}, 200, has("clusterName", "from-go"))
	t.call("GET", group+"/clusters/"+at.ClusterID, nil, 200, has("clusterName", "from-go"))

	store := func(assignable bool) object {
		return object{
			"id": "from-go", "acceptedTos": true, "assignmentEnabled": assignable, "awsAccessKey": "AKIAIOSFODNN7EXAMPLE",
			"awsSecretKey": "not-a-secret", "pathStyleAccessEnabled": true, "s3BucketEndpoint": "https://s3.example.com",
			"s3BucketName": "oplog", "s3MaxConnections": 50, "sseEnabled": false, "uri": "mongodb://db0.example.com:27017",
		}
	}
	for _, data := range []string{"oplog", "snapshot"} {
		stores := "/admin/backup/" + data + "/s3Configs"
		t.call("POST", stores, store(true), 200, has("id", "from-go"))
		t.call("GET", stores, nil, 200, isList)
		t.call("GET", stores+"/from-go", nil, 200, has("s3BucketName", "oplog"))
		t.call("PUT", stores+"/from-go", store(false), 200, has("assignmentEnabled", false))
		t.call("DELETE", stores+"/from-go", nil, 204, nil)
	}

	manifest := t.call("GET", "/unauth/versionManifest", nil, 200, func(result object) bool { return result["versions"] != nil })
	t.call("PUT", "/versionManifest", manifest, 200, func(result object) bool { return result["versions"] != nil })
}

func main() {
	var at target
	if err := json.NewDecoder(os.Stdin).Decode(&at); err != nil {
		fmt.Fprintln(os.Stderr, "standard input must be the output of the emulator with --json:", err)
		os.Exit(2)
	}
	client, err := digest.NewTransport(at.PublicKey, at.PrivateKey).Client()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	t := &tester{client: client, root: at.BaseURL + "/api/public/v1.0"}
	t.run(at)
	fmt.Printf("%d passed, %d failed\n", t.passed, t.failed)
	if t.failed > 0 {
		os.Exit(1)
	}
}
