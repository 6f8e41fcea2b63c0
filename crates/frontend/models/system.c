// Models of POSIX basics: files by number, sockets, the process, memory. Results are unknown within their contracts.

#include "aver.h"

// A number that is not negative, or -1 and an error.
static int number_or_error(void) {
  int result = __aver_unknown_int();
  __aver_assume(result >= -1);
  if (result < 0)
    fail();
  return result;
}

// How much of `most` was done, or -1 and an error.
static ssize_t amount(size_t most) {
  ssize_t result = (ssize_t)__aver_unknown_size();
  __aver_assume(result >= -1 && (result < 0 || (size_t)result <= most));
  if (result < 0)
    fail();
  return result;
}

static ssize_t input(void *to, size_t size) {
  ssize_t length = amount(size);
  if (length > 0)
    __aver_unknown_bytes(to, (size_t)length);
  return length;
}

static ssize_t output(const void *from, size_t size) {
  read_bytes(from, size);
  return amount(size);
}

// ---- files ----

MODEL int open(const char *path, int flags, ...) {
  read_string(path);
  return number_or_error();
}
MODEL int open64(const char *path, int flags, ...) {
  read_string(path);
  return number_or_error();
}
MODEL int openat(int directory, const char *path, int flags, ...) {
  read_string(path);
  return number_or_error();
}
MODEL int creat(const char *path, unsigned mode) {
  read_string(path);
  return number_or_error();
}
MODEL int close(int file) { return status(); }
MODEL ssize_t read(int file, void *to, size_t size) { return input(to, size); }
MODEL ssize_t write(int file, const void *from, size_t size) { return output(from, size); }
MODEL long lseek(int file, long offset, int whence) {
  long at = __aver_unknown_long();
  __aver_assume(at >= -1);
  if (at < 0)
    fail();
  return at;
}
MODEL int fsync(int file) { return status(); }
MODEL int fdatasync(int file) { return status(); }
MODEL int dup(int file) { return number_or_error(); }
MODEL int dup2(int file, int other) {
  if (status() < 0)
    return -1;
  return other;
}
MODEL int pipe(int files[2]) {
  if (status() < 0)
    return -1;
  files[0] = __aver_unknown_int();
  files[1] = __aver_unknown_int();
  __aver_assume(files[0] >= 0 && files[1] >= 0 && files[0] != files[1]);
  return 0;
}
MODEL int isatty(int file) { return __aver_unknown_bool(); }
MODEL int access(const char *path, int mode) {
  read_string(path);
  return status();
}
MODEL int unlink(const char *path) {
  read_string(path);
  return status();
}
MODEL int rmdir(const char *path) {
  read_string(path);
  return status();
}
MODEL int mkdir(const char *path, unsigned mode) {
  read_string(path);
  return status();
}
MODEL int chdir(const char *path) {
  read_string(path);
  return status();
}
MODEL int chmod(const char *path, unsigned mode) {
  read_string(path);
  return status();
}
MODEL char *getcwd(char *to, size_t size) {
  if (to == NULL) {
    __aver_unsupported("`getcwd` that allocates");
    return NULL;
  }
  if (size == 0 || __aver_unknown_bool()) {
    fail();
    return NULL;
  }
  size_t length = __aver_some_size();
  __aver_assume(length < size);
  __aver_some_bytes(to, length);
  to[length] = 0;
  return to;
}

// ---- sockets ----

MODEL int socket(int domain, int type, int protocol) { return number_or_error(); }
MODEL int listen(int socket, int backlog) { return status(); }
MODEL int shutdown(int socket, int how) { return status(); }
MODEL int bind(int socket, const void *address, unsigned length) {
  read_bytes(address, length);
  return status();
}
MODEL int connect(int socket, const void *address, unsigned length) {
  read_bytes(address, length);
  return status();
}
MODEL int setsockopt(int socket, int level, int name, const void *value, unsigned length) {
  read_bytes(value, length);
  return status();
}
static void peer(void *address, unsigned *length) {
  if (address == NULL || length == NULL)
    return;
  unsigned written = (unsigned)__aver_unknown_int();
  __aver_assume(written <= *length);
  __aver_unknown_bytes(address, written);
  *length = (unsigned)__aver_unknown_int();
}
MODEL int accept(int socket, void *address, unsigned *length) {
  int result = number_or_error();
  if (result >= 0)
    peer(address, length);
  return result;
}
MODEL ssize_t send(int socket, const void *from, size_t size, int flags) { return output(from, size); }
MODEL ssize_t recv(int socket, void *to, size_t size, int flags) { return input(to, size); }
MODEL ssize_t sendto(int socket, const void *from, size_t size, int flags, const void *address, unsigned length) {
  read_bytes(address, length);
  return output(from, size);
}
MODEL ssize_t recvfrom(int socket, void *to, size_t size, int flags, void *address, unsigned *length) {
  ssize_t result = input(to, size);
  if (result >= 0)
    peer(address, length);
  return result;
}
MODEL unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
MODEL unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
MODEL unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
MODEL unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
MODEL unsigned inet_addr(const char *text) {
  read_string(text);
  return (unsigned)__aver_some_int();
}

// ---- the process ----

static int id(void) {
  int result = __aver_unknown_int();
  __aver_assume(result > 0);
  return result;
}

// They stay what they are: what would change them has no model.
#define STAYS(name, T, some) \
  MODEL T name(void) { \
    static _Bool known; \
    static T value; \
    if (!known) \
      value = (T)some(); \
    known = 1; \
    return value; \
  }
STAYS(getpid, int, id)
STAYS(getuid, unsigned, __aver_unknown_int)
STAYS(geteuid, unsigned, __aver_unknown_int)
STAYS(getgid, unsigned, __aver_unknown_int)
STAYS(getegid, unsigned, __aver_unknown_int)
// The parent may end.
MODEL int getppid(void) { return id(); }
MODEL unsigned sleep(unsigned seconds) {
  unsigned left = (unsigned)__aver_passing_int();
  __aver_assume(left <= seconds);
  return left;
}
MODEL int usleep(unsigned time) { return status(); }
MODEL int sched_yield(void) { return status(); }
MODEL unsigned alarm(unsigned seconds) {
  __aver_unsupported("`alarm`");
  return 0;
}
MODEL long sysconf(int name) {
  long value = __aver_unknown_long();
  __aver_assume(value >= -1);
  return value;
}
MODEL int getpagesize(void) { return 4096; }
