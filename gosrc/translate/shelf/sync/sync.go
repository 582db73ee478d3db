// Package sync has the meaning of the standard library's package sync where one goroutine alone uses what it has. That is
// so for what a function makes itself.
package sync

// Mutex is a lock. To wait for it would be to wait for ever.
type Mutex struct {
	locked bool
}

// Lock locks m.
func (m *Mutex) Lock() {
	if m.locked {
		panic("sync: a deadlock: the mutex is locked, and no other goroutine can unlock it")
	}
	m.locked = true
}

// TryLock locks m if it is not locked, and says whether it did.
func (m *Mutex) TryLock() bool {
	ok := !m.locked
	m.locked = true
	return ok
}

// Unlock unlocks m.
func (m *Mutex) Unlock() {
	if !m.locked {
		panic("sync: unlock of unlocked mutex")
	}
	m.locked = false
}

// RWMutex is a lock that is held by one writer or any number of readers.
type RWMutex struct {
	writer  bool
	readers int
}

// Lock locks rw for a writer.
func (rw *RWMutex) Lock() {
	if rw.writer || rw.readers > 0 {
		panic("sync: a deadlock: the mutex is locked, and no other goroutine can unlock it")
	}
	rw.writer = true
}

// Unlock unlocks rw for its writer.
func (rw *RWMutex) Unlock() {
	if !rw.writer {
		panic("sync: Unlock of unlocked RWMutex")
	}
	rw.writer = false
}

// RLock locks rw for one reader more.
func (rw *RWMutex) RLock() {
	if rw.writer {
		panic("sync: a deadlock: the mutex is locked, and no other goroutine can unlock it")
	}
	rw.readers++
}

// RUnlock takes one reader away.
func (rw *RWMutex) RUnlock() {
	if rw.readers == 0 {
		panic("sync: RUnlock of unlocked RWMutex")
	}
	rw.readers--
}

// Once does something once.
type Once struct {
	done bool
}

// Do calls f the first time that it is called on o.
func (o *Once) Do(f func()) {
	if !o.done {
		o.done = true
		f()
	}
}
