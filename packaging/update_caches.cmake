# Run by cmake --install: tells the desktop about our MIME types and our desktop entry, so that a double-click opens a
# model.
# A staged install (DESTDIR) leaves this to the package's triggers.
if(NOT "$ENV{DESTDIR}" STREQUAL "")
    return()
endif()

function(update_cache program folder)
    find_program(tool ${program} NO_CACHE)
    if(NOT tool)
        message(STATUS "Not found: ${program}; run it on ${folder} to make double-clicks work")
        return()
    endif()
    execute_process(COMMAND ${tool} ${folder} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(WARNING "${program} ${folder} failed: ${status}")
    endif()
endfunction()

# LOUPE_DATA_FOLDER is CMAKE_INSTALL_DATADIR, relative to the prefix unless absolute.
cmake_path(ABSOLUTE_PATH LOUPE_DATA_FOLDER BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE data)
update_cache(update-mime-database ${data}/mime)
update_cache(update-desktop-database ${data}/applications)
