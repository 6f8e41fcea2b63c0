/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DSHIFTED" */
/* What comes from a socket is unknown, and may be less than asked for. */
#include <assert.h>
#include <sys/socket.h>

int main(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0)
    return 1;
  unsigned char message[8];
#ifdef SHIFTED
  ssize_t n = recv(s, message + 1, sizeof message, 0);
#else
  ssize_t n = recv(s, message, sizeof message, 0);
#endif
  assert(n >= -1 && n <= 8);
  if (n > 0)
    send(s, message, n, 0);
  return 0;
}
