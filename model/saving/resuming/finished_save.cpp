#include "saving/resuming/finished_save.h"

#include "saving/writing/file_writer.h"
#include "saving/writing/shard_index_text.h"
#include "saving/writing/written_bytes.h"

namespace loupe {

Result<bool> isFinished(const Recipe& recipe, const Plan& plan, const SaveTarget& target, const Work& work)
{
    if (existingFiles(target).size() != target.files.size() + (target.index ? 1 : 0))
        return false;
    // Check all headers first, as that detects most other files.
    for (std::size_t i = 0; i < target.files.size(); ++i) {
        if (!verifyHeader(recipe, plan.files[i], target.files[i], work))
            return false;
    }
    if (target.index) {
        std::vector<std::string> names;
        for (const std::filesystem::path& file : target.files)
            names.push_back(file.filename().string());
        const std::string text = shardIndexText(recipe, plan, names);
        const auto index = Source::open(*target.index);
        Buffer scratch;
        if (!index || (*index)->size() != text.size()
            || !checkWritten(**index, 0, std::as_bytes(std::span(text)), scratch))
            return false;
    }
    for (std::size_t i = 0; i < target.files.size(); ++i) {
        const auto same = verifyFile(recipe, plan.files[i], target.files[i], work);
        if (!same && same.error().code == ErrorCode::Stopped)
            return fail(same.error());
        if (!same)
            return false;
    }
    return true;
}

} // namespace loupe
