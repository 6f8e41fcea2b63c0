/* aver: property=assert expect=TRUE */
// _Float16: values are rounded when they are stored.
#include <assert.h>

int main(void) {
  _Float16 h = (_Float16)2049.0f;
  assert((float)h == 2048.0f);
  _Float16 max = (_Float16)65504.0f;
  _Float16 twice = max * (_Float16)2.0f;
  assert((float)twice > 65504.0f);
  _Float16 tenth = (_Float16)0.1f;
  assert((float)tenth != 0.1f && sizeof(tenth) == 2);
  return 0;
}
