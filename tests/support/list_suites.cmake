# Writes OUTPUT: a CTest test for each suite of the GoogleTest program PROGRAM. All instances of a parameterized suite
# are one test, because starting a program takes longer than most cases.
execute_process(COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen ${PROGRAM} --gtest_list_tests
    OUTPUT_VARIABLE listing RESULT_VARIABLE status TIMEOUT 120)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} could not list its tests: ${status}")
endif()
string(REPLACE ";" "," listing "${listing}")
string(REGEX MATCHALL "(^|\n)[A-Za-z_][^\n ]*\\." lines "${listing}")
set(suites)
foreach(line IN LISTS lines)
    string(REGEX REPLACE "^\n?(.*)\\.$" "\\1" suite "${line}")
    # Instance/Suite, and Suite/0 of typed tests.
    string(REGEX REPLACE "^([A-Za-z_0-9]+)/([A-Za-z_][A-Za-z_0-9]*).*$" "\\2" suite "${suite}")
    string(REGEX REPLACE "/[0-9]+$" "" suite "${suite}")
    list(APPEND suites ${suite})
endforeach()
list(REMOVE_DUPLICATES suites)
set(content "")
# Typed tests have numbers as instances. "Suite/*" would also match instances whose name is that of a suite.
foreach(suite IN LISTS suites)
    string(APPEND content
        "add_test([=[${NAME}.${suite}]=] \"${PROGRAM}\" \"--gtest_filter=${suite}.*:*/${suite}.*:${suite}/?.*:${suite}/??.*\")\n"
        "set_tests_properties([=[${NAME}.${suite}]=] PROPERTIES TIMEOUT ${TIMEOUT} ENVIRONMENT QT_QPA_PLATFORM=offscreen)\n")
endforeach()
file(WRITE ${OUTPUT} "${content}")
