#pragma once

#include "analysis/digests/input_state.h"
#include "core/descriptor.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What a save is of. Another one goes on with what it left only if all of this is the same, the files aside.
struct ResumeHeader {
    std::string version; ///< of the program
    std::vector<std::string> options; ///< that change what is written
    std::vector<InputState> inputs;
    std::string recipe; ///< recipeDigest()

    struct File {
        std::string number; ///< unfinishedNumber(); empty while there is no file
        std::uint64_t inode = 0;
    };
    std::vector<File> files; ///< one for each that is written
};

/// A run (tensor_data.h) of a file that is written.
struct WrittenRun {
    std::uint64_t file = 0;
    std::uint64_t run = 0;
    std::uint64_t bytes = 0;
    std::string digest; ///< XXH3-128 of its bytes
};

/// The content of the log that a save keeps next to its unfinished files: the header, and behind it a line for each
/// run that was written, and one whenever runs were brought to the disk.
struct ResumeLog {
    ResumeHeader header;
    std::vector<WrittenRun> runs;
    std::uint64_t synced = 0; ///< that many of `runs` are on the disk: a crash of the machine takes none of them
    std::uint64_t validBytes = 0; ///< of the log; what follows is a line that was not finished
};

std::string resumeHeaderText(const ResumeHeader& header);
std::string writtenRunText(const WrittenRun& run);
std::string syncedText(std::uint64_t runs);

/// Fails with Malformed if the header is not whole, Unsupported where it is of another version of logs. Lines that
/// are none, and all behind them, are left out.
Result<ResumeLog> parseResumeLog(std::string_view text);

/// How the headers differ, the files aside: such as "the options are …, expected …"; empty if they do not.
std::string otherSave(const ResumeHeader& here, const ResumeHeader& expected);

/// Opens the log for reading and writing, and holds it. Fails with NotFound, with Exists where another process has it,
/// with PermissionDenied where it is another user's.
Result<> openResumeLog(const std::filesystem::path& path, Descriptor& file);
/// Fails as parseResumeLog() and reading do, or with TooLarge.
Result<ResumeLog> readResumeLog(const std::filesystem::path& path, const Descriptor& file);

} // namespace loupe
