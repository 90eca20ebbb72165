package cluster

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// An object is what of Kubernetes' objects the manifest has that can be wrong by itself.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	StringData map[string]string `yaml:"stringData"`
	Spec       struct {
		CompletionMode           string `yaml:"completionMode"`
		Completions, Parallelism int
		Template                 struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Name, Image string
					Args        []string
					Env         []struct {
						Name      string
						ValueFrom struct {
							SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
						} `yaml:"valueFrom"`
					}
					VolumeMounts []struct{ Name string } `yaml:"volumeMounts"`
				}
				Volumes []struct{ Name string }
			}
		}
	}
}

// TestKubernetes: the manifest of docs/deploy is YAML, what it names it has, and what it calls the program with the program takes. There
// is no cluster here to give it to.
func TestKubernetes(t *testing.T) {
	with := begin(t)
	_ = program(append(tried, "-max-depth=1", "-quiet", "-store="+with.store)...).Run()
	text, err := os.Open("../docs/deploy/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	kinds, secrets := map[string]int{}, map[string]map[string]string{}
	for all := yaml.NewDecoder(text); ; {
		var o object
		if err := all.Decode(&o); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		kinds[o.Kind]++
		secrets[o.Metadata.Name] = o.StringData
		s := o.Spec
		if s.CompletionMode == "Indexed" && (s.Completions == 0 || s.Completions != s.Parallelism) || o.Kind == "Job" && s.Template.Spec.RestartPolicy != "Never" {
			t.Errorf("the job %s is %+v", o.Metadata.Name, s)
		}
		for _, c := range s.Template.Spec.Containers {
			for _, e := range c.Env {
				if ref := e.ValueFrom.SecretKeyRef; secrets[ref.Name][ref.Key] == "" {
					t.Errorf("%s: there is no secret for %s", c.Name, e.Name)
				}
			}
			for i, m := range c.VolumeMounts {
				if i >= len(s.Template.Spec.Volumes) || s.Template.Spec.Volumes[i].Name != m.Name {
					t.Errorf("%s: there is no volume %s", c.Name, m.Name)
				}
			}
			if !strings.Contains(c.Image, "interrex") {
				continue
			}
			call := []string{"-quiet"}
			if c.Args[0] == "worker" {
				call = nil
			}
			for _, arg := range c.Args {
				arg = strings.Replace(arg, "nats://nats:4222", "nats://127.0.0.1:1", 1)
				if strings.HasPrefix(arg, "-store=") {
					if arg = "-store=" + with.store; c.Args[0] != "worker" {
						arg += "-other"
					}
				}
				call = append(call, arg)
			}
			out, _ := program(call...).CombinedOutput()
			if !strings.Contains(string(out), "does not answer") || !strings.Contains(string(out), "(exit 150)") {
				t.Errorf("%s: the program is called with %v, and says %s", c.Name, c.Args, out)
			}
		}
	}
	if kinds["Job"] != 2 || kinds["Deployment"] != 1 || kinds["Service"] != 1 {
		t.Errorf("there are %v", kinds)
	}
}
