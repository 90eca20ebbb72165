package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// written writes a file.
func written(t *testing.T, name string, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// certified makes files of a certificate for loopback, which has signed itself, and of its key.
func certified(t *testing.T, name string) (cert, key string) {
	made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), Subject: pkix.Name{CommonName: name},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	text, errCert := x509.CreateCertificate(rand.Reader, of, of, made.Public(), made)
	private, errKey := x509.MarshalPKCS8PrivateKey(made)
	if err := errors.Join(errCert, errKey); err != nil {
		t.Fatal(err)
	}
	return written(t, name+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: text})),
		written(t, name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}

// account has a server know the users of an account, and makes credentials of one.
func account(t *testing.T, o *server.Options) (user []byte) {
	must := func(text string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	pair := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		k, err := make()
		if err != nil {
			t.Fatal(err)
		}
		return k, must(k.PublicKey())
	}
	operator, operatorKey := pair(nkeys.CreateOperator)
	owner, accountKey := pair(nkeys.CreateAccount)
	_, systemKey := pair(nkeys.CreateAccount)
	userPair, userKey := pair(nkeys.CreateUser)
	known := &server.MemAccResolver{}
	for _, key := range []string{accountKey, systemKey} {
		c := jwt.NewAccountClaims(key)
		if key == accountKey {
			c.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
		}
		must("", known.Store(key, must(c.Encode(operator))))
	}
	claims, err := jwt.DecodeOperatorClaims(must(jwt.NewOperatorClaims(operatorKey).Encode(operator)))
	seed, errSeed := userPair.Seed()
	if err = errors.Join(err, errSeed); err != nil {
		t.Fatal(err)
	}
	o.TrustedOperators, o.SystemAccount, o.AccountResolver = []*jwt.OperatorClaims{claims}, systemKey, known
	user, err = jwt.FormatUserConfig(must(jwt.NewUserClaims(userKey).Encode(owner)), seed)
	must("", err)
	return user
}

// serveSecured starts a server.
func serveSecured(t *testing.T, o *server.Options) (url string) {
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

// A secured server is one that does not let everybody in.
type secured struct {
	*trial
	flags, env []string
}

// small is a world that takes little time.
var small = []string{"-algo=bully", "-n=3"}

// call is one of the program with some flags and variables in the place of those that are right.
func (s *secured) call(flags, env []string, args ...string) *process {
	s.trial.env = append([]string{"NATS_TOKEN="}, env...)
	return s.start(slices.Concat(args, []string{"-nats=" + s.url, "-quiet"}, flags)...)
}

// checks says whether a driver and a worker that know the server come to an end.
func (s *secured) checks() {
	s.Helper()
	driver := s.call(s.flags, s.env, append(small, "-engine=nats", "-alone=1", "-store="+s.store)...)
	worker := s.call(s.flags, s.env, "worker", "-store="+s.store)
	if code := driver.end(); code != 0 {
		s.Fatalf("exit %d: %s%s", code, driver.errors.String(), driver.out.String())
	}
	if code := worker.end(); code != 0 {
		s.Errorf("exit %d: %s", code, worker.errors.String())
	}
}

// refuses says whether a worker that does not know the server is refused, in one line.
func (s *secured) refuses(want string, flags, env []string) {
	s.Helper()
	p := program(slices.Concat([]string{"worker", "-store=" + s.store, "-nats=" + s.url, "-quiet"}, flags)...)
	p.Env = append(append(p.Env, "NATS_TOKEN="), env...)
	isRefused(s.T, p, 150, want)
}

func newSecured(t *testing.T, o *server.Options) *secured {
	return &secured{trial: &trial{T: t, url: serveSecured(t, o), store: filepath.Join(quick(t), "store")}}
}

// TestCertificates: the server has a certificate, and asks for one, beside a token.
func TestCertificates(t *testing.T) {
	t.Parallel()
	cert, key := certified(t, "server")
	own, ownKey := certified(t, "client")
	other, otherKey := certified(t, "stranger")
	pair, errPair := tls.LoadX509KeyPair(cert, key)
	text, err := os.ReadFile(own)
	trusted := x509.NewCertPool()
	if err = errors.Join(err, errPair); err != nil || !trusted.AppendCertsFromPEM(text) {
		t.Fatal(err)
	}
	s := newSecured(t, &server.Options{Authorization: token,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: trusted, ClientAuth: tls.RequireAndVerifyClientCert}})
	s.url = strings.Replace(s.url, "nats://", "tls://", 1)
	shows, ca, right := []string{"-nats-cert=" + own, "-nats-key=" + ownKey}, "-nats-ca="+cert, []string{"NATS_TOKEN=" + token}
	s.flags, s.env = append(shows, ca), right
	s.checks()
	s.refuses("x509: certificate signed by unknown authority", shows, right)
	s.refuses("tls", []string{ca}, right)
	s.refuses("tls", []string{"-nats-cert=" + other, "-nats-key=" + otherKey, ca}, right)
	s.refuses("Authorization Violation", s.flags, []string{"NATS_TOKEN=guessed"})
	s.refuses("nats: error loading client certificate", []string{shows[0], ca, "-nats-key=" + cert}, right)
}

// TestCredentials: the server knows users of an account by their keys.
func TestCredentials(t *testing.T) {
	t.Parallel()
	o := &server.Options{}
	user, stranger := account(t, o), account(t, &server.Options{})
	s := newSecured(t, o)
	s.flags = []string{"-nats-creds=" + written(t, "user", user)}
	s.checks()
	s.refuses("Authorization Violation", []string{"-nats-creds=" + written(t, "stranger", stranger)}, nil)
	s.refuses("nowhere", []string{"-nats-creds=" + filepath.Join(t.TempDir(), "nowhere")}, nil)
}

// TestPassword: the server knows a name and a password, and has no certificate.
func TestPassword(t *testing.T) {
	t.Parallel()
	s := newSecured(t, &server.Options{Username: "me", Password: "secret"})
	s.env = []string{"NATS_USER=me", "NATS_PASSWORD=secret"}
	s.checks()
	s.refuses("Authorization Violation", nil, []string{"NATS_USER=me", "NATS_PASSWORD=guessed"})
}
