package serve

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var (
	radioOf  = regexp.MustCompile(`<input type="radio" id="f-[a-z0-9-]+" name="([a-z-]+)" value="([^"]*)"( checked)?( autofocus)?>`)
	marked   = regexp.MustCompile(`<fieldset class="question wrong" id="q-([a-z]+)" role="radiogroup" aria-describedby="refused h-[a-z]+" aria-invalid="true">`)
	fieldOf  = regexp.MustCompile(`<(?:input|select)(?: type="radio")? id="(?:f-)?([a-z0-9-]+)"[^>]*>`)
	optionOf = regexp.MustCompile(`<option(?: value="([^"]*)")? selected>([^<]*)</option>`)
	messages = regexp.MustCompile(`<span class="error" role="alert" id="refused">([^<]*)</span>`)
)

// A shown is a form as a page shows it.
type shown struct {
	values  map[string]string // by field; of a select what is selected
	invalid []string          // the fields that are marked
	at      string            // the field before the message
	message string
}

// read takes the form out of a page.
func read(t *testing.T, body string) shown {
	t.Helper()
	_, body, found := strings.Cut(body, `<form class="world"`)
	if !found {
		t.Fatalf("there is no form:\n%s", body)
	}
	s := shown{values: map[string]string{}}
	places := fieldOf.FindAllStringSubmatchIndex(body, -1)
	for i, place := range places {
		tag, name, end := body[place[0]:place[1]], body[place[2]:place[3]], len(body)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		if strings.HasPrefix(tag, `<input type="radio"`) {
			continue
		}
		if value := regexp.MustCompile(` value="([^"]*)"`).FindStringSubmatch(tag); value != nil {
			s.values[name] = html.UnescapeString(value[1])
		} else if option := optionOf.FindStringSubmatch(body[place[1]:end]); option != nil {
			s.values[name] = html.UnescapeString(option[2])
			if strings.HasPrefix(option[0], `<option value=`) {
				s.values[name] = option[1]
			}
		}
		if strings.Contains(tag, `aria-invalid="true"`) {
			if s.invalid = append(s.invalid, name); !strings.Contains(tag, `aria-describedby="refused`) {
				t.Errorf("-%s is marked, and not described by the message: %s", name, tag)
			}
		}
		if message := messages.FindStringSubmatch(body[place[1]:end]); message != nil {
			s.at, s.message = name, html.UnescapeString(message[1])
			if !strings.Contains(tag, "autofocus") {
				t.Errorf("-%s has the message, and not the focus", name)
			}
		}
	}
	s.radios(t, body)
	return s
}

// radios takes the questions out of a page. The checked answer is the value.
func (s *shown) radios(t *testing.T, body string) {
	for _, radio := range radioOf.FindAllStringSubmatch(body, -1) {
		if name := radio[1]; radio[3] != "" {
			s.values[name] = html.UnescapeString(radio[2])
			_, after, _ := strings.Cut(body, radio[0])
			question, _, _ := strings.Cut(after, "</fieldset>")
			if message := messages.FindStringSubmatch(question); message != nil {
				if s.at, s.message = name, html.UnescapeString(message[1]); radio[4] == "" {
					t.Errorf("-%s has the message, and not the focus", name)
				}
			}
		}
	}
	for _, question := range marked.FindAllStringSubmatch(body, -1) {
		s.invalid = append(s.invalid, question[1])
	}
}

// sent is the address that a form with all its fields sends.
func sent(fields map[string]string) string {
	query := url.Values{}
	for name, value := range fields {
		query.Set(name, value)
	}
	return "/check?" + query.Encode()
}

// submit follows what a form sends to the page that answers it.
func submit(s *Site, address string) (status int, body string) {
	w := get(s, address)
	for w.Code == http.StatusSeeOther {
		w = get(s, w.Header().Get("Location"))
	}
	return w.Code, w.Body.String()
}

// TestFormProposesThree: the button of an empty form explores something.
func TestFormProposesThree(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"/check", "/check?algo=bully", "/check?algo=raft&form=only&n=&ids=", "/check?algo=Bully&form=only"} {
		status, body := submit(s, address)
		form := read(t, body)
		if status != http.StatusOK || form.values["n"] != "3" || form.at != "" {
			t.Errorf("%s: %d, %+v", address, status, form)
			continue
		}
		if status, body := submit(s, sent(form.values)); status != http.StatusOK || !strings.Contains(body, `id="job"`) {
			t.Errorf("%s: what its form sends is answered by %d\n%s", address, status, body)
		}
	}
	_, body := submit(s, "/check?algo=bully&ids=4,8,9&form=only")
	if form := read(t, body); form.values["n"] != "" || form.values["ids"] != "4,8,9" {
		t.Errorf("beside ids it proposes n: %+v", form)
	}
}

// TestEveryFieldRefuses: a value that no flag takes is refused at the very field, whichever it is.
func TestEveryFieldRefuses(t *testing.T) {
	s := newSite(t)
	for _, algorithm := range []string{"bully", "ring-detector", "raft", "omega-timely"} {
		_, body := submit(s, "/check?algo="+algorithm)
		for name := range read(t, body).values {
			if name == "algo" {
				continue
			}
			query := url.Values{"algo": {algorithm}, "n": {"3"}}
			query.Set(name, "?!")
			status, body := submit(s, "/check?"+query.Encode())
			if form := read(t, body); status != http.StatusBadRequest || form.at != name || form.values[name] != "?!" {
				t.Errorf("%s: -%s=?! is answered by %d, and refused at -%s: %q", algorithm, name, status, form.at, form.message)
			}
		}
	}
}

// TestUnknownAlgorithm: it selects none, and keeps what is filled in.
func TestUnknownAlgorithm(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"/check?algo=buly", "/check?algo=buly&n=4&crashes=2&t=5", "/check?algo=buly&form=only", "/check?algo=buly&n="} {
		status, body := submit(s, address)
		form := read(t, body)
		if status != http.StatusBadRequest || form.at != "algo" || form.values["algo"] != "" || !strings.Contains(form.message, "did you mean bully?") {
			t.Errorf("%s: %d, %+v", address, status, form)
		}
		query, _ := url.ParseQuery(strings.TrimPrefix(address, "/check?"))
		for _, name := range []string{"n", "crashes", "t"} {
			if want := query.Get(name); want != "" && form.values[name] != want {
				t.Errorf("%s: -%s is %q", address, name, form.values[name])
			}
		}
	}
	if status, body := submit(s, "/check?algo=&n=3"); status != http.StatusBadRequest || read(t, body).at != "algo" {
		t.Errorf("without an algorithm: %d\n%s", status, body)
	}
}
