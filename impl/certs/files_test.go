package certs

import (
	"os"
	"strings"
	"testing"
)

// TestSecrets: who may read a key, by its mode, its owner and who asks.
func TestSecrets(t *testing.T) {
	const root, user, other = 0, 1000, 1001
	for _, c := range []struct {
		mode        os.FileMode
		owner, user int
		refused     bool
	}{
		{0o600, user, user, false},
		{0o600, root, root, false},
		{0o640, user, user, true},
		{0o640, root, user, false}, // a secret of Kubernetes, or of a service
		{0o460, root, user, true},
		{0o640, other, user, true},
	} {
		err := judgeSecret("key.pem", c.mode, c.owner, c.user)
		if (err != nil) != c.refused || err != nil && !strings.HasSuffix(err.Error(), "; run chmod 600 key.pem") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
