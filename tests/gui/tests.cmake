# The tests of this folder: jitscope_add_test(area name LIBRARIES ...).
