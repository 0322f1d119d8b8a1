# The tests of this folder: jitscope_add_test(area name LIBRARIES ...).
jitscope_add_test(engine layering LIBRARIES engine_base)
jitscope_add_test(engine style LIBRARIES engine_base)
