# The window runs scripts in processes of their own; --in-process, tests/engine and the command line run them in theirs. What
# is tested of the one is tested of the other: tests of scripts run a second time in a process of its own.
jitscope_add_test(engine ownprocess LIBRARIES jitscope_program_parts SHARED scriptsDoTheSame)

# jitscope_run_in_own_process(name [functions]): also <name>_ownprocess, where tests/support/scripthome.h starts one.
function(jitscope_run_in_own_process name)
    jitscope_test_needs(${name} LIBRARIES jitscope_program_parts DEFINITIONS JITSCOPE_HAS_OWN_PROCESS)
    add_dependencies(tst_${name} jitscope_program)
    get_test_property(${name} ENVIRONMENT environment)
    add_test(NAME ${name}_ownprocess COMMAND ${test_folder}/tst_${name} ${ARGN})
    set_tests_properties(${name}_ownprocess PROPERTIES
        LABELS "engine" TIMEOUT 900 ENVIRONMENT "${environment};JITSCOPE_OWN_PROCESS=1")
endfunction()
foreach(name stepping jit fallback nn controlflow bytecode autograd training indexing compositions)
    jitscope_run_in_own_process(${name})
endforeach()
# All but a pass that is planted in this process.
jitscope_run_in_own_process(lockstepscripts
    randomProgramsAgree nothingOfItIsLeftBehind randomNumbersAreTheSameOnBothSides loopsArePairedRoundByRound
    functionsInsideRunEagerlyToo aNormFusedWithItsActivationIsNoDifference aFunctionThatRanAsNoGraphIsRefused)
# All but calls that a limit of the address space shall end: the memory of tensors is mapped before a script can set one.
jitscope_run_in_own_process(tensorpython scriptFindsNothingToTell tensorsPrintAsInMindSpore mistakesAreTold)
jitscope_test_needs(ownprocess DEFINITIONS JITSCOPE_HAS_OWN_PROCESS)
add_dependencies(tst_ownprocess jitscope_program)
