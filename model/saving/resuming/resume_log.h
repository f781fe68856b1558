#pragma once

#include "analysis/digests/input_state.h"
#include "core/descriptor.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Identifies a save. Another save resumes it only if all fields except `files` match.
struct ResumeHeader {
    std::string version; ///< of the program
    std::vector<std::string> options; ///< the options that affect what is written
    std::vector<InputState> inputs;
    std::string recipe; ///< recipeDigest()

    struct File {
        std::string number; ///< unfinishedNumber(); empty until the file is created
        std::uint64_t inode = 0;
    };
    std::vector<File> files; ///< one for each file to write
};

/// A run (tensor_data.h) that was written to a file.
struct WrittenRun {
    std::uint64_t file = 0;
    std::uint64_t run = 0;
    std::uint64_t bytes = 0;
    std::string digest; ///< XXH3-128 of its bytes
};

/// The content of the log that a save keeps next to its unfinished files: the header, followed by a line for each run
/// that was written, and a line each time that runs were synced to disk.
struct ResumeLog {
    ResumeHeader header;
    std::vector<WrittenRun> runs;
    std::uint64_t synced = 0; ///< how many of `runs` are synced, so they survive a crash of the machine
    std::uint64_t validBytes = 0; ///< the valid length of the log; anything after that is an unfinished line
};

std::string resumeHeaderText(const ResumeHeader& header);
std::string writtenRunText(const WrittenRun& run);
std::string syncedText(std::uint64_t runs);

/// Fails with Malformed if the header is incomplete, with Unsupported if the log has another version. Ignores the first
/// invalid line and everything after it.
Result<ResumeLog> parseResumeLog(std::string_view text);

/// How the headers differ, apart from `files`, such as "the options are …, expected …". Empty if they match.
std::string otherSave(const ResumeHeader& here, const ResumeHeader& expected);

/// Opens the log for reading and writing, and locks it. Fails with NotFound, with Exists if another process has locked
/// it, or with PermissionDenied if it belongs to another user.
Result<> openResumeLog(const std::filesystem::path& path, Descriptor& file);
/// Fails as parseResumeLog() and reading do, or with TooLarge.
Result<ResumeLog> readResumeLog(const std::filesystem::path& path, const Descriptor& file);

} // namespace loupe
