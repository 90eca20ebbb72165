// Package bucket keeps the objects of a check in a bucket of S3, or of what speaks like it, so that workers need no folder in common.
//
// An object is put with If-None-Match, so that there is one of each name. A server may make the object and yet answer with an
// error, or with none: then what counts is whose it is, which each object says in its metadata. A server that does not know
// If-None-Match would make every race an overwriting, so a process asks for a refusal before it puts anything.
package bucket

import (
	"bytes"
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

// S3 opens s3://BUCKET/PREFIX with the options of gocloud.dev/blob/s3blob: region, endpoint, use_path_style. Credentials are found as by
// Amazon's own programs (AWS_ACCESS_KEY_ID and the like).
func S3() explore.Store {
	const help = "s3://BUCKET/PREFIX?region=…"
	return explore.Store{Scheme: "s3", Help: help, Open: func(ctx context.Context, where string) (levels.Store, error) {
		u, err := url.Parse(where)
		if err != nil || u.Host == "" {
			return nil, errors.New("a bucket is written " + help)
		}
		return open(ctx, u)
	}}
}

// patience is how long a server may take to answer at first.
const patience = 20 * time.Second

// checked is the option for checksums of answers. All objects have checksums of their own.
const checked = "response_checksum_validation"

// open opens a store, and asks whether it is there.
func open(ctx context.Context, u *url.URL) (levels.Store, error) {
	prefix := strings.Trim(u.Path, "/")
	of := *u
	of.Path = ""
	if asked := of.Query(); !asked.Has(checked) {
		asked.Set(checked, "when_required")
		of.RawQuery = asked.Encode()
	}
	log.SetOutput(io.Discard) // Amazon's library has it write each error that it returns too
	b, err := blob.OpenBucket(ctx, of.String())
	if err != nil {
		return nil, fmt.Errorf("it cannot be opened: %w", err)
	}
	if prefix != "" {
		b = blob.PrefixedBucket(b, prefix+"/")
	}
	s := &store{bucket: b, where: u.Scheme + "://" + u.Host + u.Path, ctx: ctx}
	s.createsOnce = sync.OnceValue(s.tryTwice)
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := b.List(&blob.ListOptions{Prefix: "subject"}).Next(asked); err != nil && err != io.EOF {
		return nil, fmt.Errorf("it cannot be listed: %s", strings.Join(strings.Fields(err.Error()), " "))
	}
	return s, nil
}

// A store is a part of a bucket.
type store struct {
	bucket      *blob.Bucket
	where       string
	ctx         context.Context
	createsOnce func() error // whether the server does
}

func (s *store) String() string { return s.where }

// owner is the metadata of an object with the writer that has put it.
const owner = "interrex-owner"

// trial is the prefix of the objects by which a process tests the server.
const trial = "try/"

// tryTwice finds out whether an object is created once or not at all, on which all else relies.
func (s *store) tryTwice() error {
	name := trial + rand.Text()
	put := func() error {
		w, err := s.create(name)
		if err != nil {
			return err
		}
		return w.Commit()
	}
	if err := put(); err != nil {
		return err
	}
	again := put()
	switch err := s.Remove(name); {
	case again == nil:
		return errors.New("its server makes an object though there is one of that name (it does not know If-None-Match), on which a check relies: take another server")
	case errors.Is(again, fs.ErrExist):
		return err
	}
	return again
}

// Create is part of levels.Store.
func (s *store) Create(name string) (levels.Writer, error) {
	if err := s.createsOnce(); err != nil {
		return nil, err
	}
	return s.create(name)
}

func (s *store) create(name string) (levels.Writer, error) {
	ctx, cancel := context.WithCancel(s.ctx)
	w := &writer{store: s, name: name, owner: rand.Text(), cancel: cancel}
	var err error
	if w.to, err = s.bucket.NewWriter(ctx, name, w.options()); err != nil {
		cancel()
		return nil, err
	}
	return w, nil
}

type writer struct {
	store       *store
	name, owner string
	to          *blob.Writer
	cancel      context.CancelFunc
	text        []byte // what has been written, while it is short
	isLong      bool
}

// short is how long an object may be that is put again. Those that are raced for are mostly shorter.
const short = 1 << 16

// Write is part of levels.Writer.
func (w *writer) Write(p []byte) (int, error) {
	if w.isLong = w.isLong || len(w.text)+len(p) > short; !w.isLong {
		w.text = append(w.text, p...)
	}
	return w.to.Write(p)
}

func (w *writer) options() *blob.WriterOptions {
	return &blob.WriterOptions{IfNotExist: true, DisableContentTypeDetection: true, ContentType: "application/octet-stream", Metadata: map[string]string{owner: w.owner}}
}

// attempts to put an object that is short, and the pause after the first.
const (
	attempts = 4
	pause    = 50 * time.Millisecond
)

// Commit is part of levels.Writer. The object exists if it is this writer's; the answer of the server does not matter. A server may refuse all of several
// concurrent writers: then the object is put again.
func (w *writer) Commit() error {
	defer w.cancel()
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
		err = w.store.bucket.WriteAll(w.store.ctx, w.name, w.text, w.options())
	}
	return nil
}

// Abort is part of levels.Writer.
func (w *writer) Abort() {
	w.cancel()
	_ = w.to.Close()
}

// Open is part of levels.Store.
func (s *store) Open(name string) (levels.Object, error) {
	a, err := s.bucket.Attributes(s.ctx, name)
	if err != nil {
		return nil, missing(name, err)
	}
	return &object{store: s, name: name, size: a.Size}, nil
}

// missing is an error, which says so if there is no such object.
func missing(name string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// An object is read in windows, as one mostly goes on from where one was.
type object struct {
	store *store
	name  string
	size  int64

	mu     sync.Mutex
	window []byte
	at     int64
}

// The first window is small, for a footer or a record; where reading goes on, they are large.
const (
	smallWindow = 1 << 16
	largeWindow = 1 << 21
)

// Size is part of levels.Object.
func (o *object) Size() int64 { return o.size }

// Close is part of levels.Object.
func (o *object) Close() error { return nil }

// ReadAt is part of levels.Object.
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

// load reads the window that begins at a byte, and has so many at least.
func (o *object) load(at, least int64) error {
	length := int64(smallWindow)
	if at > 0 && at == o.at+int64(len(o.window)) {
		length = largeWindow
	}
	r, err := o.store.bucket.NewRangeReader(o.store.ctx, o.name, at, min(max(length, least), o.size-at), nil)
	if err != nil {
		return missing(o.name, err)
	}
	var window bytes.Buffer
	_, err = window.ReadFrom(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	if window.Len() == 0 {
		return fmt.Errorf("%s: %w", o.name, io.ErrUnexpectedEOF)
	}
	o.window, o.at = window.Bytes(), at
	return nil
}

// List is part of levels.Store.
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

// Remove is part of levels.Store.
func (s *store) Remove(name string) error {
	if err := s.bucket.Delete(s.ctx, name); err != nil {
		return missing(name, err)
	}
	return nil
}
