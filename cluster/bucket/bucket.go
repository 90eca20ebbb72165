// Package bucket stores the objects of a check in an S3 bucket, so that workers need no shared folder.
//
// An object is put with If-None-Match, so that each name is created at most once. A server may create the object and then answer with
// an error, or not at all. The writer therefore puts a random owner into the metadata, and reads it back after an error. A server
// without If-None-Match overwrites objects. Each process tests for that before its first object.
package bucket

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/url"
	"strings"
	"sync"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // s3://
	"gocloud.dev/gcerrors"

	"interrex/checker/levels"
	"interrex/explore"
)

// S3 opens s3://BUCKET/PREFIX with the options of gocloud.dev/blob/s3blob: region, endpoint, use_path_style. Credentials come from the
// usual places of AWS, such as AWS_ACCESS_KEY_ID.
func S3() explore.Store {
	const help = "s3://BUCKET/PREFIX?region=…"
	return explore.Store{Scheme: "s3", Help: help, Open: func(ctx context.Context, where string) (levels.Store, error) {
		u, err := url.Parse(where)
		if err != nil || u.Host == "" {
			return nil, fmt.Errorf("%q is not the URL of a bucket; write %s", where, help)
		}
		return open(ctx, u)
	}}
}

// connectTimeout bounds the first answer of a server.
const connectTimeout = 20 * time.Second

// checksumOption turns off checksums of answers: each object has its own checksums.
const checksumOption = "response_checksum_validation"

// open opens a store, and lists it once to find errors early.
func open(ctx context.Context, u *url.URL) (levels.Store, error) {
	prefix := strings.Trim(u.Path, "/")
	root := *u
	root.Path = ""
	if query := root.Query(); !query.Has(checksumOption) {
		query.Set(checksumOption, "when_required")
		root.RawQuery = query.Encode()
	}
	log.SetOutput(io.Discard) // Amazon's library logs the errors that it returns
	b, err := blob.OpenBucket(ctx, root.String())
	if err != nil {
		return nil, fmt.Errorf("it cannot be opened: %w", err)
	}
	if prefix != "" {
		b = blob.PrefixedBucket(b, prefix+"/")
	}
	s := &store{bucket: b, where: u.Scheme + "://" + u.Host + u.Path, ctx: ctx}
	s.testCreate = sync.OnceValue(s.createTwice)
	timed, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if _, err := b.List(&blob.ListOptions{Prefix: "subject"}).Next(timed); err != nil && err != io.EOF {
		return nil, fmt.Errorf("it cannot be listed: %s", strings.Join(strings.Fields(err.Error()), " "))
	}
	return s, nil
}

// A store is the objects under one prefix of a bucket.
type store struct {
	bucket     *blob.Bucket
	where      string // URL without options
	ctx        context.Context
	testCreate func() error // nil if the server creates each name at most once
}

func (s *store) String() string { return s.where }

// owner is the metadata key for the writer of an object.
const owner = "interrex-owner"

// trial is the prefix of the objects that test the server.
const trial = "try/"

// createTwice creates an object twice. The server must refuse the second time.
func (s *store) createTwice() error {
	name := trial + rand.Text()
	put := func() error { return s.create(name, func(io.Writer) error { return nil }) }
	if err := put(); err != nil {
		return err
	}
	second := put()
	switch err := s.Remove(name); {
	case second == nil:
		return errors.New("its server overwrites existing objects: it must support If-None-Match")
	case errors.Is(second, fs.ErrExist):
		return err
	}
	return second
}

// Create implements levels.Store.
func (s *store) Create(name string, write func(io.Writer) error) error {
	if err := s.testCreate(); err != nil {
		return err
	}
	return s.create(name, write)
}

func (s *store) create(name string, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	w := &writer{store: s, name: name, owner: rand.Text()}
	var err error
	if w.to, err = s.bucket.NewWriter(ctx, name, w.options()); err != nil {
		return err
	}
	if err := write(w); err != nil {
		cancel() // so that Close does not create the object
		_ = w.to.Close()
		return err
	}
	return w.commit()
}

type writer struct {
	store       *store
	name, owner string
	to          *blob.Writer
	content     []byte // for retries; complete unless isLong
	isLong      bool
}

// maxRetryLength is the length of the longest object that is put again; in bytes. Objects that processes race for are mostly shorter.
const maxRetryLength = 1 << 16

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	if w.isLong = w.isLong || len(w.content)+len(p) > maxRetryLength; !w.isLong {
		w.content = append(w.content, p...)
	}
	return w.to.Write(p)
}

func (w *writer) options() *blob.WriterOptions {
	return &blob.WriterOptions{IfNotExist: true, DisableContentTypeDetection: true, ContentType: "application/octet-stream", Metadata: map[string]string{owner: w.owner}}
}

const (
	attempts = 4                     // to put an object
	pause    = 50 * time.Millisecond // half of the first; each is twice the one before
)

// commit makes the object appear. After an error of the server, the owner of the object decides. A server may refuse all of several
// concurrent writers. commit then puts the object again.
func (w *writer) commit() error {
	err := w.to.Close()
	for attempt := 1; err != nil; attempt++ {
		a, missing := w.store.bucket.Attributes(w.store.ctx, w.name)
		switch {
		case missing == nil && a.Metadata[owner] == w.owner:
			return nil
		case missing == nil:
			return fmt.Errorf("%s: %w", w.name, fs.ErrExist)
		case w.isLong || attempt == attempts:
			return fmt.Errorf("%s: %w", w.name, err)
		}
		select {
		case <-w.store.ctx.Done():
			return w.store.ctx.Err()
		case <-time.After(pause << attempt):
		}
		err = w.store.bucket.WriteAll(w.store.ctx, w.name, w.content, w.options())
	}
	return nil
}

// Open implements levels.Store.
func (s *store) Open(name string) (levels.Object, error) {
	a, err := s.bucket.Attributes(s.ctx, name)
	if err != nil {
		return nil, missing(name, err)
	}
	return &object{store: s, name: name, size: a.Size}, nil
}

// missing wraps an error of an object: fs.ErrNotExist if the object does not exist.
func missing(name string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// An object is read in windows, since most reads are sequential.
type object struct {
	store *store
	name  string
	size  int64

	mu     sync.Mutex
	window []byte
	at     int64 // offset of the window
}

// windowBytes is the size of a window. A smaller object is read at once.
const windowBytes = 1 << 19

// Size implements levels.Object.
func (o *object) Size() int64 { return o.size }

// Close implements levels.Object.
func (o *object) Close() error { return nil }

// ReadAt implements levels.Object.
func (o *object) ReadAt(p []byte, at int64) (n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for n < len(p) {
		if at >= o.size {
			return n, io.EOF
		}
		if at < o.at || at >= o.at+int64(len(o.window)) {
			if err := o.load(at, int64(len(p)-n)); err != nil {
				return n, err
			}
		}
		copied := copy(p[n:], o.window[at-o.at:])
		n, at = n+copied, at+int64(copied)
	}
	return n, nil
}

// load reads a window of at least this many bytes at an offset.
func (o *object) load(at, least int64) error {
	if o.size <= windowBytes {
		at = 0
	}
	r, err := o.store.bucket.NewRangeReader(o.store.ctx, o.name, at, min(max(windowBytes, least), o.size-at), nil)
	if err != nil {
		return missing(o.name, err)
	}
	window, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err == nil && len(window) == 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	o.window, o.at = window, at
	return nil
}

// List implements levels.Store.
func (s *store) List(prefix string) (names []string, err error) {
	for all := s.bucket.List(&blob.ListOptions{Prefix: prefix}); ; {
		o, err := all.Next(s.ctx)
		if err == io.EOF {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(o.Key, trial) {
			names = append(names, o.Key)
		}
	}
}

// Remove implements levels.Store.
func (s *store) Remove(name string) error {
	if err := s.bucket.Delete(s.ctx, name); err != nil {
		return missing(name, err)
	}
	return nil
}
