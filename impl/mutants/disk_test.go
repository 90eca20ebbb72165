package mutants

const durable = "impl/durable"

var disk = []mutant{
	{name: "leaves to the system when it is on disk", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `OpenFile: open}`, new: `OpenFile: open, NoSync: true}`},
	{name: "does not sync the folder of its file", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	if err := os.Link(passing.Name(), path); err != nil { // which replaces nothing
		return err
	}
	return syncFolder(filepath.Dir(path))`, new: `	return os.Link(passing.Name(), path)`},
	{name: "does not sync the folders that it makes", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `		if err := syncFolder(folder); err != nil {
			return err
		}
`, new: `		_ = folder
`},
	{name: "syncs nothing of a folder", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `errors.Join(folder.Sync(), folder.Close())`, new: `errors.Join(folder.Close())`},
	{name: "makes its file in place", pkg: durable, test: "TestAFileReplacesNone", old: `func create(path string, first record) error {
	passing, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")`, new: `func create(path string, first record) error {
	passing, err := os.Create(path)`},
	{name: "replaces a file that another has made meanwhile", pkg: durable, test: "TestAFileReplacesNone", old: `	if err := os.Link(passing.Name(), path); err != nil { // which replaces nothing`, new: `	if err := os.Rename(passing.Name(), path); err != nil {`},
	{name: "opens a file of another node", pkg: durable, test: "TestBoltIsRefused", old: `		if r.cluster != cluster || r.node != node {`, new: `		if r.cluster != cluster {`},
	{name: "opens a file of another cluster", pkg: durable, test: "TestBoltIsRefused", old: `		if r.cluster != cluster || r.node != node {`, new: `		if r.node != node {`},
	{name: "opens a file that is damaged", pkg: durable, test: "TestAnOlderStateIsRefused", old: `		return file, examine(file)`, new: `		return file, nil`},
	{name: "looks at no page", pkg: durable, test: "TestAFreePageIsFree", old: `		return check(tx)
	})`, new: `		return nil
	})`},
	{name: "believes a record whatever its checksum", pkg: durable, test: "TestRecordsAreReadBack", old: ` || !bytes.Equal(r.bytes(), data) {`, new: ` {`},
	{name: "opens a file without a record", equivalent: "Such a file is that of node 0 of no cluster, and is refused as another's.", in: durable, old: `	if err == nil && count != 1 {`, new: `	if err == nil && count > 1 {`},
	{name: "opens a file that another process has open", pkg: durable, test: "TestBoltIsRefused", old: `		if file, err = os.OpenFile(path, flag&^os.O_CREATE, mode); err != nil {
			return nil, err
		}
		return file, examine(file)`, new: `		whole, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if file, err = os.CreateTemp(filepath.Dir(path), "copy"); err != nil {
			return nil, err
		}
		_, err = file.Write(whole)
		return file, errors.Join(err, examine(file))`},
	{name: "counts no incarnation", pkg: durable, test: "TestEachLoadIsDurable", old: `	if next.incarnation, err = count(b.now.incarnation); err != nil {`, new: `	if _, err = count(b.now.incarnation); err != nil {`},
	{name: "counts an incarnation in memory alone", pkg: durable, test: "TestEachLoadIsDurable", old: `	if err := b.write(next); err != nil {
		return nil, 0, err
	}
	if next.kept`, new: `	b.now = next
	if next.kept`},
	{name: "keeps the term and not the vote", pkg: durable, test: "TestBoltOutlivesItsProcess", old: `	next.kept = &s
	return`, new: `	s.VotedFor = 0
	next.kept = &s
	return`},
	{name: "saves in memory alone", pkg: durable, test: "TestBoltOutlivesItsProcess", old: `	next.kept = &s
	return b.write(next)`, new: `	next.kept = &s
	b.now = next
	return nil`},
	{name: "says that it is saved when it is not", pkg: durable, test: "TestWhatIsNotSavedIsAnError", old: `	if err == nil {
		b.now = r
	}
	return err`, new: `	_ = err
	b.now = r
	return nil`},
	{name: "numbers two incarnations of a second alike", pkg: durable, test: "TestClocked", old: `	time.Sleep(over.Sub(now))
`, new: `	_ = over
`},
	{name: "numbers incarnations by a clock that is wrong", pkg: durable, test: "TestClocked", old: `	if now.Unix() <= epoch {`, new: `	if now.Unix() <= 0 {`},
	{name: "keeps without a disk", pkg: durable, test: "TestClocked", old: `	return errors.New("there is something to keep, and no disk to keep it on")`, new: `	return nil`},

	{name: "gives each incarnation another name of its store", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `func (b *Bolt) Name() string { return b.now.name }`, new: `func (b *Bolt) Name() string { return newName() }`},
	{name: "makes a store before the names that belong to it", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `		if err := createKnown(path, cluster, node); err != nil {
			return nil, fmt.Errorf("%s: %w", knownPath(path), err)
		}
		if err := create(path, record{cluster: cluster, node: node, name: newName()}); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}`, new: `		if err := create(path, record{cluster: cluster, node: node, name: newName()}); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := createKnown(path, cluster, node); err != nil {
			return nil, fmt.Errorf("%s: %w", knownPath(path), err)
		}`},
	{name: "takes names that are missing for none", pkg: durable, test: "TestKnownIsWhole", old: `		return nil, errors.New("it is missing: without it, what the node has kept is not whole")`, new: `		return &Known{path: path, of: of, names: map[impl.ID]string{}}, nil`},
	{name: "believes names whatever their checksum", pkg: durable, test: "TestKnownIsWhole", old: `	if !bytes.Equal(spellKnown(of, k.names), data) {`, new: `	if _ = bytes.Equal; len(data) == 0 {`},
	{name: "takes the names that another node has kept", equivalent: "What is read is spelled again, under one's own name, and compared.", in: durable, old: `	if lines[0] != of {`, new: `	if lines[0] == "" {`},
	{name: "remembers names in memory alone", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if k.path != "" {
		if err`, new: `	if k.path == "" {
		if err`},
	{name: "knows a name before it is on disk", pkg: durable, test: "TestKnownIsOnDiskFirst", old: `	if k.path != "" {
		if err`, new: `	k.names = names
	if k.path != "" {
		if err`},
	{name: "forgets all when it is to forget one", pkg: durable, test: "TestKnownForgetsOne", old: `		if other != id {`, new: `		if other != id && store != "" {`},
	{name: "lets any store in", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if was := k.names[id]; was != "" && was != store {`, new: `	if was := k.names[id]; was != "" && store == "" {`},
	{name: "takes anything for a name", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if !IsName(store) {`, new: `	if store == "" {`},
	{name: "does not sync the names", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	return errors.Join(err, f.Sync(), f.Close())`, new: `	return errors.Join(err, f.Close())`},
	{name: "replaces the names in place", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	passing := path + ".new"`, new: `	passing := path`},
	{name: "does not sync the folder of the names", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	if err := os.Rename(passing, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))`, new: `	return os.Rename(passing, path)`},
}
