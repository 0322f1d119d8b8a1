# What only the reference material can tell: figures of real chips, the producer's schema, scripts of others.
jitscope_add_test(shared realkernels LIBRARIES engine_ascend)
jitscope_add_test(shared databaseschema LIBRARIES engine_ascend PkgConfig::sqlite3)
jitscope_add_test(shared seedscripts LIBRARIES jitscope_python)
jitscope_add_test(shared labstories LIBRARIES app_shell)
add_dependencies(tst_labstories plugin_wrong_rewrite python_package)
jitscope_add_test(shared benchseed LIBRARIES app_benchmarks)
add_dependencies(tst_benchseed _jitscope python_package)
