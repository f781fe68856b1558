# Run by cmake --install: tells the desktop about our MIME types and our entry, so that a double-click opens a model.
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

update_cache(update-mime-database ${CMAKE_INSTALL_PREFIX}/share/mime)
update_cache(update-desktop-database ${CMAKE_INSTALL_PREFIX}/share/applications)
