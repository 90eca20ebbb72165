package checker

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// begin enters the initial states, and goes on from a checkpoint if there is one.
func (r *run) begin(ctx context.Context) error {
	m, err := r.keep()
	if err != nil {
		return err
	}
	if err := r.initial(); err != nil || m == nil || r.bound != "" {
		return err
	}
	err = r.resume(ctx, m)
	if damage := (*CheckpointError)(nil); err == nil || errors.As(err, &damage) {
		return err
	}
	return r.overflow(err)
}

// resume makes the states of a checkpoint again, and takes over what was counted of them.
func (r *run) resume(ctx context.Context, m *manifest) error {
	began := script{records: r.keeper.block}
	r.keeper.block = nil
	r.script = &script{blocks: bufio.NewReader(io.NewSectionReader(r.keeper.tree, 0, m.Bytes))}
	r.script.classes, _ = r.system.(Classed)
	if err := errors.Join(began.read(0, 1), r.script.read(0, 1)); err != nil {
		return r.keeper.refuse(fmt.Errorf("the tree is damaged: %w", err))
	}
	if !slices.Equal(began.steps, r.script.steps) || m.Initials != r.initials {
		return r.keeper.refuse(errors.New("it begins with other states than this system"))
	}
	r.levels, r.levelEnd, r.before, r.resumed = []int{0}, r.store.log.len, r.tally.kept(), m.States
	for r.expanded < m.Now.Expanded {
		if ctx.Err() != nil {
			return r.keeper.refuse(fmt.Errorf("it was being taken up, and stays as it is: %w", ctx.Err()))
		}
		r.bound = r.outOfTime(ctx)
		if err := r.retrace(min(r.expanded+r.block(), m.Now.Expanded)); err != nil {
			return err
		}
		r.report(false)
	}
	if err := r.script.read(0, 1); err != io.EOF || r.store.log.len != m.States {
		return r.keeper.refuse(errors.New("its tree and its manifest do not fit together"))
	}
	r.script = nil
	if err := r.restore(m); err != nil {
		return err
	}
	if r.spill == nil {
		return r.resumeLevel()
	}
	r.backward = r.backward || r.reducer == nil
	r.spill.deepest = r.isDeepest()
	r.spill.keepMark()
	return r.spill.rebuild()
}

// resumeLevel ends a run whose bound on depth is that of the level in which it goes on, if that level leads on: none of it counts.
func (r *run) resumeLevel() error {
	deep, err := r.atMaxDepth()
	if deep {
		r.bound, r.tally = "depth", r.before.kept()
		copy(r.first, r.firstBefore)
	}
	return err
}

// retrace makes the children of the states from r.expanded up to to.
func (r *run) retrace(to int) error {
	if err := r.script.read(r.expanded, to-r.expanded); err != nil {
		return r.keeper.refuse(fmt.Errorf("the tree is damaged: %w", err))
	}
	for r.expanded < to {
		if r.expanded >= r.store.log.len {
			return r.keeper.refuse(errors.New("the tree is damaged: it ends before its states do"))
		}
		if r.outgrown {
			if err := r.widen(); err != nil {
				return err
			}
		}
		if err := r.outOfMemory(0); err != nil {
			return err
		}
		if r.bound != "" {
			return r.keeper.refuse(fmt.Errorf("the bound on %s does not suffice to go on from it", r.bound))
		}
		from, known := r.expanded, r.store.log.len
		if err := r.round(min(to, known)); err != nil {
			return err
		}
		if children := r.script.between(from, r.expanded); r.bound != "" || r.store.log.len != known+children {
			r.bound = ""
			return r.keeper.refuse(errors.New("the tree is damaged: it has a state twice, or too many"))
		}
	}
	return nil
}

// A script is the part of a tree that is being retraced: the records of the states from from on.
type script struct {
	blocks  *bufio.Reader
	records []byte  // of the blocks begun, what is not read yet
	classes Classed // for the names of steps; nil: they have none

	from  int
	ends  []uint32 // of each state, where its children end in steps
	steps []uint32 // of each child, which of the steps out of its parent leads to it
	named []bool   // of each state, whether these are names
	quiet []bool
}

// read reads the records of n states. The error is io.EOF if there is none left.
func (s *script) read(from, n int) error {
	s.from, s.ends, s.steps, s.named, s.quiet = from, s.ends[:0], s.steps[:0], s.named[:0], s.quiet[:0]
	for range n {
		if len(s.records) == 0 {
			if err := s.block(); err != nil {
				return err
			}
		}
		if err := s.record(); err != nil {
			return err
		}
	}
	return nil
}

// block reads the next block.
func (s *script) block() error {
	if s.blocks == nil {
		return io.EOF
	}
	var header [blockHeader]byte
	if _, err := io.ReadFull(s.blocks, header[:]); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint32(header[:])
	if n == 0 || n > wholeBlock {
		return fmt.Errorf("a block of %d bytes", n)
	}
	payload := make([]byte, n)
	if _, err := io.ReadFull(s.blocks, payload); err != nil {
		return err
	}
	if crc32.Checksum(payload, castagnoli) != binary.LittleEndian.Uint32(header[4:]) {
		return errors.New("the checksum of a block does not match")
	}
	s.records = append(s.records[:len(s.records):len(s.records)], payload...)
	return nil
}

// record reads one record.
func (s *script) record() error {
	head, err := s.varint()
	next := uint64(0)
	for left := head >> 2; left > 0 && err == nil; left-- {
		if next, err = s.step(next); err == nil {
			s.steps = append(s.steps, uint32(next))
			next++
		}
	}
	if head&2 != 0 && s.classes == nil {
		err = cmp.Or(err, errors.New("steps have no names"))
	}
	s.ends, s.named, s.quiet = append(s.ends, uint32(len(s.steps))), append(s.named, head&2 != 0), append(s.quiet, head&1 != 0)
	return err
}

// step reads the step of a child, which the tree has by its distance from next: the one behind that of the child before.
func (s *script) step(next uint64) (step uint64, err error) {
	skip, err := s.varint()
	if step = next + skip>>1; skip&1 != 0 && err == nil {
		step, err = s.varint()
		step += (next>>nameBits + skip>>1) << nameBits
	}
	if skip > 1<<32 || step > uint64(^uint32(0))>>1 {
		err = cmp.Or(err, errors.New("a step of too high a number"))
	}
	return step, err
}

func (s *script) varint() (uint64, error) {
	for {
		n, size := binary.Uvarint(s.records)
		switch {
		case size > 0:
			s.records = s.records[size:]
			return n, nil
		case size < 0:
			return 0, errors.New("a number is too large")
		}
		if err := s.block(); err == io.EOF {
			return 0, io.ErrUnexpectedEOF
		} else if err != nil {
			return 0, err
		}
	}
}

// between counts the children of the states in [from, to).
func (s *script) between(from, to int) int {
	return int(s.end(to-1-s.from) - s.end(from-1-s.from))
}

// end is where the children of the state at a place end.
func (s *script) end(at int) uint32 {
	if at < 0 {
		return 0
	}
	return s.ends[at]
}

// of returns the children of a state.
func (s *script) of(rank uint32) children {
	at := int(rank) - s.from
	return children{s.steps[s.end(at-1):s.end(at)], s.named[at], s.quiet[at]}
}

// retraceOne takes down the steps to the children of a state. A state that has none is not expanded, and of steps that may sleep only
// those of classes that lead to children are made.
func (w *worker) retraceOne(rank uint32, learn bool) bool {
	c := w.run.script.of(rank)
	if len(c.steps) > 0 && !w.makeAgain(rank, learn, c) {
		return false
	}
	place := 0
	for _, step := range c.steps {
		if place = w.placeOf(c, step, place); place >= w.out.len() {
			panic(w.run.keeper.refuse(fmt.Errorf("the tree is damaged: state %d has no step %d", rank, step)))
		}
		w.collect(place)
	}
	if c.isQuiet {
		w.quiet = append(w.quiet, rank)
	}
	return true
}

// makeAgain makes the steps from a state to its children, and others.
func (w *worker) makeAgain(rank uint32, learn bool, c children) bool {
	packing, canSleep := w.run.store.packing.(Sleeping)
	awake := uint64(0)
	for _, step := range c.steps {
		awake |= 1 << (step >> nameBits)
	}
	if !w.make(rank, learn, c.areNamed && canSleep && packing.Sleeps(), ^awake) {
		return false
	}
	if c.areNamed && w.out.Sleep == nil {
		w.sleep.clear(0)
		w.sleep.IsNamed = true
		for _, step := range w.out.Steps {
			w.sleep.Begin(w.run.script.classes.Class(step.Code))
			w.sleep.Add(0)
		}
	}
	return true
}

// placeOf is the place of a step to a child among those that have been made; there is none before from.
func (w *worker) placeOf(c children, step uint32, from int) int {
	if !c.areNamed {
		return int(step)
	}
	names := w.sleep.Names
	for from < len(names) && names[from] < step {
		from++
	}
	if from < len(names) && names[from] != step {
		return len(names)
	}
	return from
}

// restore takes over what a manifest says.
func (r *run) restore(m *manifest) error {
	if len(r.quiet) != m.Now.Quiet {
		return r.keeper.refuse(errors.New("its tree and its manifest do not fit together"))
	}
	actions, err := r.meetAgain(m.Now.Actions)
	if err != nil {
		return err
	}
	quiet := r.quiet
	r.tally, r.before = m.Now.tally(actions, quiet), m.Before.tally(actions, quiet)
	if r.first, err = r.violations(m.Now); err == nil {
		r.firstBefore, err = r.violations(m.Before)
	}
	r.levels, r.levelEnd, r.spent = m.Levels, m.LevelEnd, m.Elapsed
	if r.reducer != nil {
		r.reducer.efforts = m.Course.efforts()
		r.reducer.sees = r.undecided(r.firstBefore)
	}
	r.forget()
	return err
}

// meetAgain returns the numbers of actions. The system may not have named one yet: then it has been met in a
// state that was not expanded again.
func (r *run) meetAgain(wanted []Activity) (map[string]Action, error) {
	numbers := map[string]Action{}
	s, rank := make(State, r.system.Width()), uint32(0)
	for {
		for _, a := range r.known() {
			numbers[a.Name] = a.Action
		}
		missing := slices.IndexFunc(wanted, func(a Activity) bool { return numbers[a.Action] == 0 })
		if missing < 0 {
			return numbers, nil
		}
		if int(rank) == r.expanded {
			return nil, r.keeper.refuse(fmt.Errorf("it counts %q, and the system has no such action", wanted[missing].Action))
		}
		for end := min(int(rank)+1<<10, r.expanded); int(rank) < end; rank++ {
			r.store.packing.Unpack(r.store.log.at(rank), s)
			r.system.Steps(s, func(Step, State) {})
		}
	}
}

// tally is what was counted.
func (k kept) tally(actions map[string]Action, quiet []uint32) tally {
	t := tally{expanded: k.Expanded, steps: k.Steps, terminal: k.Terminal, quiet: quiet[:k.Quiet:k.Quiet], met: k.Met,
		duties: k.Duties, left: k.Left, tried: k.Tried, backward: k.Backward, counts: k.Counts, actions: make([]activity, 1)}
	for _, a := range k.Actions {
		number := int(actions[a.Action])
		if more := number + 1 - len(t.actions); more > 0 {
			t.actions = append(t.actions, make([]activity, more)...)
		}
		t.actions[number] = activity{enabled: a.Enabled, taken: a.Taken}
	}
	return t
}

// violations are those that were found.
func (r *run) violations(k kept) ([]*violation, error) {
	first := make([]*violation, len(r.properties))
	for _, v := range k.Violations {
		first[v.Property] = &violation{property: v.Property, rank: v.Rank}
		if v.Step < 0 {
			continue
		}
		place := 0
		r.system.Steps(r.state(v.Rank), func(step Step, to State) {
			if to == nil {
				return
			}
			if place == v.Step {
				first[v.Property].step = &Transition{step, slices.Clone(to)}
			}
			place++
		})
		if first[v.Property].step == nil {
			return nil, r.keeper.refuse(fmt.Errorf("state %d has %d steps, and no step %d", v.Rank, place, v.Step))
		}
	}
	return first, nil
}
