package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
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

// An authority signs certificates.
type authority struct {
	*testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string // its own certificate
}

func newAuthority(t *testing.T, name string) *authority {
	a := &authority{T: t, dir: t.TempDir()}
	a.cert = &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	a.file, _ = a.sign(name, a.cert)
	return a
}

// sign makes files of a certificate and its key. The first is its own.
func (a *authority) sign(name string, of *x509.Certificate) (cert, key string) {
	made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.Fatal(err)
	}
	of.SerialNumber, of.NotAfter, of.Subject.CommonName = big.NewInt(1), time.Now().Add(24*time.Hour), name
	if a.key == nil {
		a.key = made
	}
	text, errCert := x509.CreateCertificate(rand.Reader, of, a.cert, made.Public(), a.key)
	private, errKey := x509.MarshalPKCS8PrivateKey(made)
	if errCert != nil || errKey != nil {
		a.Fatal(errCert, errKey)
	}
	return a.write(name+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: text})),
		a.write(name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}

func (a *authority) write(name string, text []byte) string {
	file := filepath.Join(a.dir, name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		a.Fatal(err)
	}
	return file
}

// secure is a configuration of a server that has a certificate, and asks everybody for one.
func (a *authority) secure() *tls.Config {
	cert, key := a.sign("server", &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}})
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		a.Fatal(err)
	}
	trusted := x509.NewCertPool()
	text, err := os.ReadFile(a.file)
	if err != nil || !trusted.AppendCertsFromPEM(text) {
		a.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: trusted, ClientAuth: tls.RequireAndVerifyClientCert}
}

// account is how a server knows the users of an account, and what makes credentials of one.
func account(t *testing.T, o *server.Options) (user func() []byte) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	pair := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		k, err := make()
		must(err)
		public, err := k.PublicKey()
		must(err)
		return k, public
	}
	operator, operatorKey := pair(nkeys.CreateOperator)
	owner, accountKey := pair(nkeys.CreateAccount)
	_, systemKey := pair(nkeys.CreateAccount)
	known := &server.MemAccResolver{}
	for _, key := range []string{accountKey, systemKey} {
		c := jwt.NewAccountClaims(key)
		if key == accountKey {
			c.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
		}
		text, err := c.Encode(operator)
		must(err)
		must(known.Store(key, text))
	}
	text, err := jwt.NewOperatorClaims(operatorKey).Encode(operator)
	must(err)
	claims, err := jwt.DecodeOperatorClaims(text)
	must(err)
	o.TrustedOperators, o.SystemAccount, o.AccountResolver = []*jwt.OperatorClaims{claims}, systemKey, known
	return func() []byte {
		k, public := pair(nkeys.CreateUser)
		text, err := jwt.NewUserClaims(public).Encode(owner)
		must(err)
		seed, err := k.Seed()
		must(err)
		file, err := jwt.FormatUserConfig(text, seed)
		must(err)
		return file
	}
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
	p := &process{Cmd: program(slices.Concat(args, []string{"-nats=" + s.url, "-quiet"}, flags)...), t: s.trial, over: make(chan struct{})}
	p.Env = append(append(p.Env, "NATS_TOKEN="), env...)
	p.Stdout, p.Stderr = &p.out, &p.errors
	if err := p.Start(); err != nil {
		s.Fatal(err)
	}
	s.all = append(s.all, p)
	go func() { _ = p.Wait(); close(p.over) }()
	s.Cleanup(func() { _ = p.Process.Kill(); <-p.over })
	return p
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
	p := s.call(flags, env, "worker", "-store="+s.store)
	code := p.end()
	if text := p.errors.String(); code != 150 || strings.Count(text, "\n") != 1 || !strings.Contains(text, want) {
		s.Errorf("%v %v: exit %d, %s", flags, env, code, text)
	}
}

func newSecured(t *testing.T, o *server.Options) *secured {
	return &secured{trial: &trial{T: t, url: serveSecured(t, o), store: filepath.Join(quick(t), "store")}}
}

// TestCertificates: the server has a certificate, and asks for one, beside a token.
func TestCertificates(t *testing.T) {
	t.Parallel()
	ours, theirs := newAuthority(t, "ours"), newAuthority(t, "theirs")
	s := newSecured(t, &server.Options{TLSConfig: ours.secure(), Authorization: token})
	s.url = strings.Replace(s.url, "nats://", "tls://", 1)
	sign := func(a *authority) []string {
		cert, key := a.sign("client", &x509.Certificate{})
		return []string{"-nats-cert=" + cert, "-nats-key=" + key}
	}
	ca, own, right := "-nats-ca="+ours.file, sign(ours), []string{"NATS_TOKEN=" + token}
	s.flags, s.env = append(own, ca), right
	s.checks()
	s.refuses("has a certificate that nobody has signed whom this machine trusts (-nats-ca)", own, right)
	s.refuses("has a certificate that nobody has signed whom this machine trusts (-nats-ca)", append(own, "-nats-ca="+theirs.file), right)
	s.refuses("does not take the certificate of this program, or asks for one (-nats-cert, -nats-key)", []string{ca}, right)
	s.refuses("does not take the certificate of this program, or asks for one (-nats-cert, -nats-key)", append(sign(theirs), ca), right)
	s.refuses("refuses these credentials", s.flags, []string{"NATS_TOKEN=guessed"})
	s.refuses("refuses these credentials", s.flags, nil)
	s.refuses("-nats-ca: ", append(own, "-nats-ca="+own[1][len("-nats-key="):]), right)
	s.refuses("-nats-cert and -nats-key: ", []string{own[0], ca, "-nats-key=" + ours.file}, right)
}

// TestCredentials: the server knows users of an account by their keys.
func TestCredentials(t *testing.T) {
	t.Parallel()
	o := &server.Options{}
	user, stranger := account(t, o), account(t, &server.Options{})
	s, files := newSecured(t, o), &authority{T: t, dir: t.TempDir()}
	s.flags = []string{"-nats-creds=" + files.write("user", user())}
	s.checks()
	s.refuses("refuses these credentials", []string{"-nats-creds=" + files.write("stranger", stranger())}, nil)
	s.refuses("refuses these credentials", nil, nil)
	s.refuses("-nats-creds: ", []string{"-nats-creds=" + files.write("nonsense", []byte("open sesame"))}, nil)
	s.refuses("-nats-creds: ", []string{"-nats-creds=" + filepath.Join(files.dir, "nowhere")}, nil)
}

// TestPassword: the server knows a name and a password, and has no certificate.
func TestPassword(t *testing.T) {
	t.Parallel()
	s := newSecured(t, &server.Options{Username: "me", Password: "secret"})
	s.env = []string{"NATS_USER=me", "NATS_PASSWORD=secret"}
	s.checks()
	s.refuses("refuses these credentials", nil, []string{"NATS_USER=me", "NATS_PASSWORD=guessed"})
	s.url = strings.Replace(s.url, "nats://", "tls://", 1)
	s.refuses("speaks no TLS", nil, s.env)
}
