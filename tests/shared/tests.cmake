# What only the reference material can tell: figures of real chips. jitscope_add_test(area name LIBRARIES ...).
jitscope_add_test(shared realkernels LIBRARIES engine_ascend)
