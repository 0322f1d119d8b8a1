# Comparison with MindSpore itself, where JITSCOPE_MINDSPORE_PYTHON names a Python that has it (label frameworks); the
# lists of calls and of known differences are looked at with all other tests.
set(conformance /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/conformance.py)
add_test(NAME conformance_lists COMMAND ${conformance} --check)
set_tests_properties(conformance_lists PROPERTIES LABELS "engine" TIMEOUT 60)
add_test(NAME conformance COMMAND ${conformance} --ours ${PROJECT_BINARY_DIR}/python)
set_tests_properties(conformance PROPERTIES LABELS "frameworks" TIMEOUT 3600 SKIP_RETURN_CODE 77)
# The one table of `run`, which goes through all parts below: what it makes of their outputs.
add_test(NAME conformance_table COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/tabletests.py)
set_tests_properties(conformance_table PROPERTIES LABELS "engine" TIMEOUT 60)
add_test(NAME conformance_examples_list COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/examples.py --check)
set_tests_properties(conformance_examples_list PROPERTIES LABELS "engine" TIMEOUT 60)
# The examples of its docstrings; by hand, `docexamples` installs MindSpore itself.
add_test(NAME conformance_examples COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/docexamples --if-named ${PROJECT_BINARY_DIR}/python)
set_tests_properties(conformance_examples PROPERTIES LABELS "frameworks" TIMEOUT 7200 SKIP_RETURN_CODE 77)
# Models of mindcv and pages of its documentation, where JITSCOPE_MINDCV and JITSCOPE_MINDSPORE_DOCS name copies of them.
foreach(material models pages)
    add_test(NAME conformance_${material}
        COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/${material} --if-named ${PROJECT_BINARY_DIR}/python)
    set_tests_properties(conformance_${material} PROPERTIES LABELS "frameworks" TIMEOUT 7200 SKIP_RETURN_CODE 77)
endforeach()
# Its public names: those that are not here say what to use instead.
set(conformance_names /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/names.py --ours ${PROJECT_BINARY_DIR}/python)
if(NOT JITSCOPE_SANITIZE) # imports the package in a Python that has no sanitizer
    add_test(NAME conformance_names_list COMMAND ${conformance_names} --check)
    set_tests_properties(conformance_names_list PROPERTIES LABELS "engine" TIMEOUT 120)
    # What scripts of other people met first.
    add_test(NAME conformance_package
        COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/packagetests.py --ours ${PROJECT_BINARY_DIR}/python)
    set_tests_properties(conformance_package PROPERTIES LABELS "engine" TIMEOUT 120)
    # What libraries of large models ask, and values at the edges of what operators take.
    add_test(NAME conformance_edges
        COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/edgetests.py --ours ${PROJECT_BINARY_DIR}/python)
    set_tests_properties(conformance_edges PROPERTIES LABELS "engine" TIMEOUT 120)
endif()
add_test(NAME conformance_names COMMAND ${conformance_names})
set_tests_properties(conformance_names PROPERTIES LABELS "frameworks" TIMEOUT 600 SKIP_RETURN_CODE 77)
