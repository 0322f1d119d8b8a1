# What only the reference material can tell: figures of real chips, the producer's schema, scripts of others.
jitscope_add_test(shared realkernels LIBRARIES engine_ascend)
jitscope_add_test(shared databaseschema LIBRARIES engine_ascend PkgConfig::sqlite3)
jitscope_add_test(shared seedscripts LIBRARIES jitscope_python)
