/* aver: property=array-bounds expect=FALSE at=13 */
/* aver: property=valid-deref expect=FALSE at=13 */
/* The index leaves the member, but not the struct. */
struct packet {
  unsigned char data[4];
  unsigned char checksum;
};

int main(void) {
  struct packet p = {{1, 2, 3, 4}, 0};
  unsigned char sum = 0;
  for (int i = 0; i < 5; i++)
    sum ^= p.data[i];
  return sum;
}
