package tcp

import (
	"errors"

	"interrex/impl/network"
	"interrex/impl/network/tcp/wire"
)

// overhear is how a node that only observes hears a stream: it takes heartbeats and a goodbye, and
// is not there for anything else.
func (p *peer) overhear(r *reader) error {
	if err := r.stream.Send(&wire.Answer{What: &wire.Answer_Welcome{Welcome: &wire.Welcome{}}}); err != nil {
		return err
	}
	for {
		select {
		case s, ok := <-r.said:
			if !ok {
				return r.err
			}
			_, arrival, err := p.net.heard(p.id, 0, s)
			if _, isMessage := arrival.(network.Delivery); isMessage && err == nil {
				err = errors.New("a message to a node that only observes")
			}
			if err != nil {
				return p.malformed(err)
			}
			p.net.announce(arrival)
			if _, goodbye := arrival.(network.Gone); goodbye {
				return nil
			}
		case <-p.net.ctx.Done():
			return errGivesWay
		}
	}
}

// murmur speaks to a peer that only observes, until the stream breaks or goodbye has been said.
func (s *stream) murmur(answered <-chan error) error {
	q := s.peer.queue
	for {
		what, something := q.aside()
		if something {
			if err := s.wire.Send(say(what)); err != nil {
				return errors.Join(err, <-answered)
			}
			if what.goodbye {
				<-answered
				return nil
			}
			continue
		}
		select {
		case <-q.wake:
		case err := <-answered:
			return err
		}
	}
}

// aside is what to say now to one who only observes. Messages stay for who will be there after it.
func (q *queue) aside() (s saying, something bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s.pulse, q.pulse = q.pulse, nil
	s.goodbye = s.pulse == nil && q.leave
	return s, s.pulse != nil || s.goodbye
}

// rename takes note of what the peer is called, whatever its incarnation.
func (p *peer) rename(process string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.process = process
}
