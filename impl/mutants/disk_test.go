package mutants

const durable = "impl/durable"

var disk = []mutant{
	{name: "leaves to the system when it is on disk", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	return errors.Join(err, f.Sync(), f.Close())`, new: `	return errors.Join(err, f.Close())`},
	{name: "does not sync the folder of its file", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	if err := os.Rename(passing, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))`, new: `	return os.Rename(passing, path)`},
	{name: "does not sync the folders that it makes", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `		if err := syncFolder(folder); err != nil {
			return err
		}
`, new: `		_ = folder
`},
	{name: "syncs nothing of a folder", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `errors.Join(folder.Sync(), folder.Close())`, new: `errors.Join(folder.Close())`},
	{name: "writes its file in place", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	passing := path + ".new"`, new: `	passing := path`},
	{name: "opens a file of another node", pkg: durable, test: "TestFileIsRefused", old: `r.cluster != cluster || r.node != node {`, new: `r.cluster != cluster {`},
	{name: "opens a file of another cluster", pkg: durable, test: "TestFileIsRefused", old: `r.cluster != cluster || r.node != node {`, new: `r.node != node {`},
	{name: "opens a file that another process has open", pkg: durable, test: "TestFileIsRefused", old: `		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {`, new: `		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); err == nil {`},
	{name: "believes a record whatever its checksum", pkg: durable, test: "TestEveryByte", old: ` || !bytes.Equal(r.bytes(), data) {`, new: ` || bytes.Equal(nil, data) {`},
	{name: "counts no incarnation", pkg: durable, test: "TestFileOutlivesItsProcess", old: `		r.incarnation, err = count(r.incarnation)`, new: `		_, err = count(r.incarnation)`},
	{name: "keeps the term and not the vote", pkg: durable, test: "TestFileOutlivesItsProcess", old: `func(r *record) error { r.kept = &s; return nil }`, new: `func(r *record) error { s.VotedFor = 0; r.kept = &s; return nil }`},
	{name: "saves in memory alone", pkg: durable, test: "TestFileOutlivesItsProcess", old: `	if err := replace(f.path, next.bytes()); err != nil {`, new: `	if err := error(nil); err != nil {`},
	{name: "takes for saved what is not", pkg: durable, test: "TestWhatIsNotSavedIsAnError", old: `	if err := replace(f.path, next.bytes()); err != nil {
		return err
	}
	f.now = next`, new: `	f.now = next
	if err := replace(f.path, next.bytes()); err != nil {
		return err
	}`},
	{name: "saves when it is closed", pkg: durable, test: "TestWhatIsNotSavedIsAnError", old: `	if f.lock == nil {
		return fs.ErrClosed
	}
`, new: ``},
	{name: "numbers two incarnations of a second alike", pkg: durable, test: "TestClocked", old: `	time.Sleep(over.Sub(now))
`, new: `	_ = over
`},
	{name: "numbers incarnations by a clock that is wrong", pkg: durable, test: "TestClocked", old: `	if now.Unix() <= epoch {`, new: `	if now.Unix() <= 0 {`},
	{name: "keeps without a disk", pkg: durable, test: "TestClocked", old: `	return errors.New("there is something to keep, and no disk to keep it on")`, new: `	return nil`},

	{name: "gives each incarnation another name of its store", pkg: durable, test: "TestFileOutlivesItsProcess", old: `	return f.now.name
`, new: `	return newName()
`},
	{name: "remembers names in memory alone", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if k.save != nil {`, new: `	if k.save == nil {`},
	{name: "knows a name before it is on disk", pkg: durable, test: "TestKnownIsOnDiskFirst", old: `	if k.save != nil {
		if err`, new: `	k.names = names
	if k.save != nil {
		if err`},
	{name: "forgets all when it is to forget one", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `		if other != id {`, new: `		if other != id && store != "" {`},
	{name: "lets any store in", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if was := k.names[id]; was != "" && was != store {`, new: `	if was := k.names[id]; was != "" && store == "" {`},
	{name: "takes anything for a name", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if !IsName(store) {`, new: `	if store == "" {`},
}
