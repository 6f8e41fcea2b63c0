// Models of streams: what comes in is unknown, what goes out is read. A stream that is opened is an object of the heap
// that `fclose` frees, so that a closed one is seen to be; the standard streams are objects with unknown contents.

#include "aver.h"

typedef __builtin_va_list va_list;
typedef struct _IO_FILE FILE;

void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *p);

#define STREAM_BYTES (sizeof(void *) == 8 ? 216 : 148)

extern char __aver_stdin[STREAM_BYTES], __aver_stdout[STREAM_BYTES], __aver_stderr[STREAM_BYTES];
MODEL FILE *stdin = (FILE *)__aver_stdin;
MODEL FILE *stdout = (FILE *)__aver_stdout;
MODEL FILE *stderr = (FILE *)__aver_stderr;

static void touch(FILE *stream) {
  if (__aver_checks_accesses())
    (void)*(volatile char *)stream;
}

static _Bool is_standard(FILE *stream) {
  return stream == (FILE *)__aver_stdin || stream == (FILE *)__aver_stdout || stream == (FILE *)__aver_stderr;
}

// ---- opening and closing ----

static void forget_pushed(FILE *stream);

static FILE *opened(void) {
  FILE *stream = NULL;
  if (__aver_unknown_bool() || (stream = __aver_stream(STREAM_BYTES)) == NULL)
    fail();
  return stream;
}

MODEL FILE *fopen(const char *path, const char *mode) {
  read_string(path);
  read_string(mode);
  return opened();
}
MODEL FILE *fopen64(const char *path, const char *mode) {
  read_string(path);
  read_string(mode);
  return opened();
}
MODEL FILE *fdopen(int file, const char *mode) {
  read_string(mode);
  return opened();
}
MODEL FILE *popen(const char *command, const char *mode) {
  read_string(command);
  read_string(mode);
  return opened();
}
MODEL FILE *tmpfile(void) { return opened(); }
MODEL FILE *freopen(const char *path, const char *mode, FILE *stream) {
  if (path != NULL)
    read_string(path);
  read_string(mode);
  touch(stream);
  forget_pushed(stream);
  if (!__aver_unknown_bool())
    return stream;
  fail();
  if (!is_standard(stream))
    free(stream);
  return NULL;
}

static int closed(FILE *stream) {
  touch(stream);
  forget_pushed(stream);
  if (!is_standard(stream))
    free(stream);
  return status();
}
MODEL int fclose(FILE *stream) { return closed(stream); }
MODEL int pclose(FILE *stream) {
  closed(stream);
  return __aver_unknown_int();
}

// ---- output ----

static int shown(void) {
  int result = __aver_unknown_int();
  __aver_assume(result >= EOF);
  return result;
}

static int shown_character(int c) { return __aver_unknown_bool() ? EOF : (int)(unsigned char)c; }

// Standard output works; another stream may fail.
MODEL int puts(const char *s) {
  read_string(s);
  int result = __aver_unknown_int();
  __aver_assume(result >= 0);
  return result;
}
MODEL int fputs(const char *s, FILE *stream) {
  read_string(s);
  touch(stream);
  return shown();
}
MODEL int fputs_unlocked(const char *s, FILE *stream) { return fputs(s, stream); }
MODEL int putchar(int c) { return (unsigned char)c; }
MODEL int putchar_unlocked(int c) { return (unsigned char)c; }
MODEL int fputc(int c, FILE *stream) {
  touch(stream);
  return shown_character(c);
}
MODEL int putc(int c, FILE *stream) {
  touch(stream);
  return shown_character(c);
}
MODEL int _IO_putc(int c, FILE *stream) {
  touch(stream);
  return shown_character(c);
}
MODEL size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  touch(stream);
  read_bytes(from, size * count);
  size_t written = __aver_unknown_size();
  __aver_assume(written <= count && (size != 0 || written == 0));
  return written;
}
MODEL void perror(const char *s) {
  if (s != NULL)
    read_string(s);
}
MODEL int fflush(FILE *stream) {
  if (stream != NULL)
    touch(stream);
  return status();
}

// ---- input ----

// The character that `ungetc` pushed back, and the stream that it is read from again, if there is one.
static FILE *pushed_on;
static unsigned char pushed;

_Bool __aver_is_pushed_back(FILE *stream) { return pushed_on != NULL && pushed_on == stream; }

static void forget_pushed(FILE *stream) {
  if (__aver_is_pushed_back(stream))
    pushed_on = NULL;
}

static void only_single_characters(FILE *stream) {
  if (__aver_is_pushed_back(stream))
    __aver_unsupported("reading more than a character behind `ungetc`");
}

static int character(FILE *stream) {
  if (__aver_is_pushed_back(stream)) {
    pushed_on = NULL;
    return pushed;
  }
  int c = __aver_unknown_int();
  __aver_assume(c >= EOF && c <= 255);
  return c;
}

MODEL int getchar(void) { return character(stdin); }
MODEL int getchar_unlocked(void) { return character(stdin); }
MODEL int fgetc(FILE *stream) {
  touch(stream);
  return character(stream);
}
MODEL int getc(FILE *stream) {
  touch(stream);
  return character(stream);
}
MODEL int _IO_getc(FILE *stream) {
  touch(stream);
  return character(stream);
}
MODEL int ungetc(int c, FILE *stream) {
  touch(stream);
  if (c == EOF)
    return EOF;
  if (pushed_on != NULL)
    __aver_unsupported("a second character that is pushed back");
  // One character is guaranteed, where the stream is one for reading.
  if (stream != stdin && __aver_unknown_bool())
    return EOF;
  pushed_on = stream;
  pushed = (unsigned char)c;
  return pushed;
}

// A line of `length` characters, where `room` are allowed: a newline is only at the end, and is there unless it did
// not fit or the input ended.
static void line(char *to, size_t length, size_t room, _Bool newline) {
  if (length > EXACT_TEXT) {
    __aver_some_bytes(to, room);
  } else {
    __aver_unknown_bytes(to, length);
    for (size_t i = 0; i + 1 < length; i++)
      __aver_assume(to[i] != '\n');
  }
  if (length > 0)
    __aver_assume((to[length - 1] == '\n') == newline);
}

MODEL char *fgets(char *to, int size, FILE *stream) {
  touch(stream);
  only_single_characters(stream);
  if (size <= 0 || __aver_unknown_bool())
    return NULL;
  size_t length = __aver_unknown_size();
  __aver_assume(length < (size_t)size && (length > 0 || size == 1));
  line(to, length, (size_t)size - 1, length > 0 && __aver_unknown_bool());
  to[length] = 0;
  return to;
}
MODEL char *fgets_unlocked(char *to, int size, FILE *stream) { return fgets(to, size, stream); }

// As long as the user likes.
MODEL char *gets(char *to) {
  only_single_characters(stdin);
  if (__aver_unknown_bool())
    return NULL;
  size_t length = __aver_unknown_size();
  line(to, length, length, 0);
  to[length] = 0;
  return to;
}

// The least that glibc allocates.
#define LONGEST_LINE 120

MODEL ssize_t getdelim(char **to, size_t *room, int delimiter, FILE *stream) {
  touch(stream);
  only_single_characters(stream);
  if (__aver_unknown_bool()) {
    // The input is at its end, or cannot be read. There may be room for a line nevertheless.
    if (*to == NULL && __aver_unknown_bool()) {
      *to = malloc(LONGEST_LINE);
      *room = *to == NULL ? 0 : LONGEST_LINE;
    }
    if (__aver_unknown_bool())
      fail();
    return -1;
  }
  size_t length = __aver_unknown_size();
  __aver_assume(length > 0 && length < LONGEST_LINE);
  __aver_note("lines that `getline` reads have less than 120 characters");
  if (*to == NULL || *room <= length) {
    char *larger = realloc(*to, LONGEST_LINE);
    if (larger == NULL)
      return -1;
    *to = larger;
    *room = LONGEST_LINE;
  }
  if (delimiter == '\n')
    line(*to, length, length, __aver_unknown_bool());
  else
    __aver_some_bytes(*to, length);
  (*to)[length] = 0;
  return (ssize_t)length;
}
MODEL ssize_t getline(char **to, size_t *room, FILE *stream) { return getdelim(to, room, '\n', stream); }

MODEL size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  touch(stream);
  if (size == 0 || count == 0)
    return 0;
  only_single_characters(stream);
  size_t elements = __aver_unknown_size(), part = __aver_unknown_size();
  __aver_assume(elements <= count && part < size && (elements < count || part == 0));
  __aver_unknown_bytes(to, elements * size + part);
  return elements;
}

// ---- positions and states ----

MODEL int feof(FILE *stream) {
  touch(stream);
  return __aver_unknown_int();
}
MODEL int ferror(FILE *stream) {
  touch(stream);
  return __aver_unknown_int();
}
MODEL void clearerr(FILE *stream) { touch(stream); }
MODEL int fileno(FILE *stream) {
  touch(stream);
  int file = __aver_unknown_int();
  __aver_assume(file >= -1);
  return file;
}
// A character that was pushed back is dropped.
static int moved(FILE *stream) {
  touch(stream);
  if (status() < 0)
    return -1;
  forget_pushed(stream);
  return 0;
}
MODEL int fseek(FILE *stream, long offset, int whence) { return moved(stream); }
MODEL long ftell(FILE *stream) {
  touch(stream);
  long at = __aver_unknown_long();
  __aver_assume(at >= -1);
  if (at < 0)
    fail();
  return at;
}
MODEL int fseeko(FILE *stream, long offset, int whence) { return moved(stream); }
MODEL long ftello(FILE *stream) {
  touch(stream);
  long at = __aver_unknown_long();
  __aver_assume(at >= -1);
  if (at < 0)
    fail();
  return at;
}
MODEL void rewind(FILE *stream) {
  touch(stream);
  forget_pushed(stream);
}
MODEL void setbuf(FILE *stream, char *buffer) {
  touch(stream);
  if (buffer != NULL)
    __aver_unsupported("a buffer of the program's own for a stream");
}
MODEL int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  touch(stream);
  if (buffer != NULL)
    __aver_unsupported("a buffer of the program's own for a stream");
  return __aver_truth(__aver_unknown_bool());
}
MODEL int remove(const char *path) {
  read_string(path);
  return status();
}
MODEL int rename(const char *from, const char *to) {
  read_string(from);
  read_string(to);
  return status();
}
MODEL char *tmpnam(char *to) {
  static char name[20];
  if (to == NULL)
    to = name;
  __aver_some_bytes(to, 19);
  to[19] = 0;
  return to;
}
