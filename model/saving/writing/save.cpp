#include "saving/writing/save.h"

#include "core/run_both.h"
#include "core/text/quote.h"
#include "formats/shards/shard_name.h"
#include "saving/in_place/header_journal.h"
#include "saving/in_place/header_rewrite.h"
#include "saving/recipe/places.h"
#include "saving/resuming/resumable_save.h"
#include "saving/writing/file_writer.h"
#include "saving/writing/indexed_shards.h"
#include "saving/writing/shard_index_text.h"
#include "saving/writing/target_check.h"
#include "saving/writing/unfinished_files.h"
#include "saving/writing/written_bytes.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

using Files = std::vector<std::unique_ptr<AtomicFile>>;

std::vector<std::string> namesOf(const std::vector<fs::path>& files)
{
    std::vector<std::string> names;
    names.reserve(files.size());
    for (const fs::path& file : files)
        names.push_back(file.filename().string());
    return names;
}

/// Adds the name `wanted` to the file `from`, replacing the file that has that name.
Result<> addName(const fs::path& from, const fs::path& wanted)
{
    const auto followed = writablePath(wanted);
    if (!followed)
        return fail(followed.error());
    const fs::path& to = *followed;
    const fs::path passing = unfinishedName(to);
    rememberUnfinished(passing);
    Result<> done;
    if (::link(from.c_str(), passing.c_str()) != 0 || ::rename(passing.c_str(), to.c_str()) != 0)
        done = fail(systemError(errno, "cannot move the file into place", to.string()));
    finishUnfinished(passing, [&] {
        ::unlink(passing.c_str());
        return true;
    });
    return done;
}

class Saving {
public:
    Saving(
        const Recipe& recipe, const Plan& plan, const SaveTarget& target, const SaveOptions& options, const Work& work)
        : m_recipe(recipe)
        , m_plan(plan)
        , m_target(target)
        , m_options(options)
        , m_work(work)
    {
    }
    Saving(const Saving&) = delete;
    Saving& operator=(const Saving&) = delete;

    ~Saving()
    {
        m_resumable.reset(); // the files must outlive it
        while (!m_files.empty())
            m_files.pop_back(); // the first one may have created the folder, and removes it if it is empty
    }

    Result<SaveTarget> run()
    {
        if (m_options.resumption && m_options.resumption->goesOn) {
            if (auto ready = prepareToResume(); !ready)
                return fail(std::move(ready.error()));
            auto done = goOnWithPlaced();
            if (!done)
                return fail(std::move(done.error()));
            if (*done)
                return std::move(**done);
        }
        const auto there = existingFiles(m_target);
        if (!there.empty() && m_options.existing == Existing::Refuse)
            return fail(fileExists(there.front()));
        if (auto inPlace = rewriteInPlace(); !inPlace || *inPlace)
            return inPlace.map([&](bool) { return SaveTarget{m_target.files, std::nullopt, true}; });
        auto saved = saveWhole(there);
        return saved || !m_notInPlace ? saved : fail(neitherWay(*m_notInPlace, std::move(saved.error())));
    }

private:
    Result<SaveTarget> saveWhole(const std::vector<fs::path>& there)
    {
        m_work.expect(m_plan.tensorBytes * (m_options.verify ? 2 : 1));
        if (!m_resumable) {
            if (auto ready = prepareToResume(); !ready)
                return fail(std::move(ready.error()));
        }
        if (!goesOn())
            removeUnused();
        if (auto possible = checkTarget(m_recipe, m_plan, m_target, m_options.existing); !possible)
            return fail(std::move(possible.error()));
        SaveTarget first = m_target;
        first.inPlace = false;
        const bool replacesShards = m_target.index
            && std::any_of(there.begin(), there.end(), [&](const fs::path& file) { return file != *m_target.index; });
        if (replacesShards)
            std::transform(m_target.files.begin(), m_target.files.end(), first.files.begin(), passingName);
        if (auto written = writeAll(); !written)
            return fail(std::move(written.error()));
        if (auto unchanged = checkSources(m_recipe); !unchanged)
            return useless(std::move(unchanged.error()));
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (auto inPlace = putInPlace(first); !inPlace)
            return fail(std::move(inPlace.error()));
        return finish(first);
    }

    /// `placed`: the files under their final names, or under passing names that the index lists.
    Result<SaveTarget> finish(const SaveTarget& placed)
    {
        auto saved = placed.files == m_target.files ? placed : moveToFinalNames(placed);
        removeUnused(); // an index may have listed some of them until now
        forgetEdits();
        if (m_resumable)
            m_resumable->removeLog();
        return saved;
    }

    /// Handles an interrupted save that was renaming its files. If all of them were in place, finishes it; otherwise,
    /// turns them back into unfinished files. Returns nullopt if there is more to do.
    Result<std::optional<SaveTarget>> goOnWithPlaced()
    {
        if (!goesOn())
            return std::nullopt;
        const PlacedFiles placed = m_resumable->placed(m_plan, m_target.files);
        if (!placed.any())
            return std::nullopt;
        if (const auto named = allInPlace(placed)) {
            const auto same = areAsWritten(*named);
            if (!same)
                return fail(same.error());
            if (*same)
                return finish(*named).map([](SaveTarget&& saved) { return std::optional(std::move(saved)); });
        } else if (m_target.index && !areNamed(placed)) {
            return m_resumable->takeBack(placed, m_target.files).map([] { return std::optional<SaveTarget>(); });
        }
        // They are ordinary files by now, so the log is useless.
        m_resumable->removeLog();
        m_resumable.reset();
        return std::nullopt;
    }

    /// The names under which all files are in place and, if there is to be an index, listed in it.
    std::optional<SaveTarget> allInPlace(const PlacedFiles& placed) const
    {
        for (const auto* const paths : {&placed.inPlace, &placed.passing}) {
            if (std::ranges::any_of(*paths, &fs::path::empty))
                continue;
            SaveTarget named = m_target;
            named.inPlace = false;
            if (paths == &placed.passing)
                named.files = placed.passing;
            if (!named.index)
                return named;
            const std::string text = shardIndexText(m_recipe, m_plan, namesOf(named.files));
            const auto index = Source::open(*named.index);
            Buffer scratch;
            if (index && (*index)->size() == text.size()
                && checkWritten(**index, 0, std::as_bytes(std::span(text)), scratch))
                return named;
        }
        return std::nullopt;
    }

    /// Whether an index lists any of them, or might.
    bool areNamed(const PlacedFiles& placed) const
    {
        const auto names = namesInIndexes(m_target.index->parent_path());
        const auto isNamed = [&](const fs::path& path) { return names->contains(path.filename().string()); };
        return !names || std::ranges::any_of(placed.inPlace, isNamed) || std::ranges::any_of(placed.passing, isNamed);
    }

    /// Whether the files are unchanged since they were put in place.
    Result<bool> areAsWritten(const SaveTarget& placed) const
    {
        m_work.expect(m_plan.tensorBytes);
        for (std::size_t i = 0; i < placed.files.size(); ++i) {
            const PlannedFile& planned = m_plan.files[i];
            if (!verifyHeader(m_recipe, planned, placed.files[i], m_work))
                return false;
            const auto done = m_resumable->doneRuns(m_recipe, planned, {i, placed.files[i]}, m_work, nullptr);
            if (!done && done.error().code == ErrorCode::Malformed)
                return false;
            if (!done)
                return fail(done.error());
        }
        return true;
    }

    Result<> prepareToResume()
    {
        if (!m_options.resumption)
            return {};
        auto made = ResumableSave::create(m_recipe, m_plan, resumeLogPath(m_target), *m_options.resumption);
        if (!made)
            return fail(std::move(made.error()));
        m_resumable = std::move(*made);
        return {};
    }

    bool goesOn() const { return m_resumable && m_resumable->goesOn(); }

    /// Passes on an error after which the written data cannot be resumed.
    tl::unexpected<Error> useless(Error error)
    {
        if (m_resumable)
            m_resumable->discard();
        return fail(std::move(error));
    }

    /// Returns false if more than the header must be written.
    Result<bool> rewriteInPlace()
    {
        if (m_options.existing == Existing::Refuse || !m_options.inPlace || m_target.index
            || m_target.files.size() != 1)
            return false;
        const auto planned = planHeaderRewrite(m_recipe, m_target.files.front());
        if (!planned)
            return false;
        auto why = rewriteHeader(m_recipe, *planned, m_target.files.front(), m_options.verify, m_work);
        if (!why)
            return fail(std::move(why.error()));
        m_notInPlace = std::move(*why);
        return !m_notInPlace;
    }

    /// Removes leftovers of killed processes, which take up space.
    void removeUnused() const
    {
        const fs::path& main = m_target.index ? *m_target.index : m_target.files.front();
        if (const auto path = writablePath(main))
            removeLeftovers(*path);
        if (!m_target.index)
            return;
        if (const auto inUse = namesInIndexes(m_target.index->parent_path())) {
            removeShardLeftovers(m_target.files.front(), *inUse);
        }
    }

    /// Removes the journals of edits of the replaced files, as they are obsolete.
    void forgetEdits() const
    {
        for (const fs::path& file : m_target.files) {
            const auto path = writablePath(file);
            if (const auto journal = path ? headerJournalPath(*path) : std::nullopt) {
                removeLeftovers(*journal);
                removeHeaderJournal(*journal);
            }
        }
    }

    Result<> writeAll()
    {
        // Reserve space for all files before writing any.
        for (std::size_t i = 0; i < m_plan.files.size(); ++i) {
            const std::uint64_t size = m_plan.files[i].size;
            auto file = goesOn() ? m_resumable->open(i, m_target.files[i], size, m_options.existing)
                                 : AtomicFile::create(m_target.files[i], size, m_options.existing);
            if (!file)
                return fail(std::move(file.error()));
            m_files.push_back(std::move(*file));
        }
        if (m_resumable)
            m_resumable->begin(m_files);
        const bool readsOnce = m_options.verify && areRemote(m_recipe.items);
        for (std::size_t i = 0; i < m_plan.files.size(); ++i) {
            WrittenPieces noted;
            WrittenPieces* const pieces = readsOnce ? &noted : nullptr;
            if (auto written = writeOne(i, pieces); !written)
                return written.error().code == ErrorCode::Changed ? useless(std::move(written.error())) : written;
            if (auto same = syncAndVerify(i, pieces); !same)
                return same;
        }
        return {};
    }

    Result<> writeOne(std::size_t i, WrittenPieces* pieces)
    {
        const PlannedFile& planned = m_plan.files[i];
        if (!m_resumable)
            return writeFile(m_recipe, planned, *m_files[i], m_work, pieces);
        auto done = m_resumable->doneRuns(m_recipe, planned, {i, m_files[i]->temporary()}, m_work, pieces);
        if (!done)
            return fail(std::move(done.error()));
        const RunNotes notes{*m_resumable, i, std::move(*done)};
        return writeFile(m_recipe, planned, *m_files[i], m_work, pieces, &notes);
    }

    /// Reads and compares the file while the disk is still writing it.
    Result<> syncAndVerify(std::size_t i, const WrittenPieces* pieces)
    {
        AtomicFile& file = *m_files[i];
        Result<> synced;
        Result<> same;
        const auto sync = [&] { synced = file.sync(); };
        if (m_options.verify) {
            runBoth(
                m_plan.files[i].size,
                [&] { same = verifyFile(m_recipe, m_plan.files[i], file.temporary(), m_work, pieces); }, sync);
        } else {
            sync();
        }
        if (!synced)
            return synced;
        if (m_resumable)
            m_resumable->noteSynced();
        return same || same.error().code == ErrorCode::Stopped ? same : useless(std::move(same.error()));
    }

    /// If anything fails before the index is in place, removes the files that are already in place.
    Result<> putInPlace(const SaveTarget& target)
    {
        std::size_t done = 0; // files put in place; one that others created in the meantime must not be removed
        Result<> placed;
        bool isNamed = false; // the index lists them, so removing them would break it
        while (placed && done < m_files.size()) {
            placed = target.files[done] == m_target.files[done] ? m_files[done]->commit()
                                                                : m_files[done]->commitAs(target.files[done]);
            done += m_files[done]->isPlaced() ? 1 : 0;
        }
        if (placed && target.index)
            placed = writeIndex(target, isNamed);
        if (!placed && target.index && !isNamed) {
            for (std::size_t i = 0; i < done; ++i)
                ::unlink(target.files[i].c_str());
            if (done > 0 && m_resumable)
                m_resumable->discard();
        }
        return placed;
    }

    /// Reports whether the index is in place, even on failure.
    Result<> writeIndex(const SaveTarget& target, bool& isPlaced) const
    {
        const std::string text = shardIndexText(m_recipe, m_plan, namesOf(target.files));
        auto index = AtomicFile::create(*target.index, text.size(), m_options.existing);
        if (!index)
            return fail(std::move(index.error()));
        if (auto written = (*index)->write(0, std::as_bytes(std::span(text))); !written)
            return written;
        if (auto synced = (*index)->sync(); !synced)
            return synced;
        auto committed = (*index)->commit();
        isPlaced = (*index)->isPlaced();
        return committed;
    }

    /// The index lists the shards under passing names. If the file system does not support hard links, it stays that
    /// way.
    Result<SaveTarget> moveToFinalNames(const SaveTarget& passing) const
    {
        for (std::size_t i = 0; i < passing.files.size(); ++i) {
            if (!addName(passing.files[i], m_target.files[i]))
                return passing;
        }
        bool isPlaced = false;
        if (auto placed = writeIndex(m_target, isPlaced); !placed)
            return passing;
        for (const fs::path& file : passing.files)
            ::unlink(file.c_str());
        return m_target;
    }

    const Recipe& m_recipe;
    const Plan& m_plan;
    const SaveTarget& m_target;
    const SaveOptions& m_options;
    const Work& m_work;
    Files m_files;
    std::unique_ptr<ResumableSave> m_resumable; ///< null if the save cannot be resumed
    std::optional<Error> m_notInPlace; ///< why it is not rewritten in place but in full
};

} // namespace

SaveTarget saveTarget(const fs::path& path, const Plan& plan, const Format& format)
{
    SaveTarget target;
    fs::path model = path;
    if (isIndexName(path))
        model = path.parent_path() / path.stem().stem();
    else if (plan.files.size() == 1)
        return {.files = {path}, .index = std::nullopt};
    // If the path has no suffix, use the format's.
    const std::string suffix =
        model.has_extension() ? model.extension().string() : std::string(format.suffixes.front());
    target.index = model.parent_path() / (model.filename().string().append(indexSuffix));
    std::string count = std::to_string(plan.files.size());
    count.insert(0, count.size() < 5 ? 5 - count.size() : 0, '0');
    const ShardName name{
        .stem = model.stem().string(), .number = 1, .count = plan.files.size(), .countDigits = count, .suffix = suffix};
    for (std::size_t number = 1; number <= plan.files.size(); ++number)
        target.files.push_back(model.parent_path() / name.sibling(number));
    return target;
}

std::vector<fs::path> existingFiles(const SaveTarget& target)
{
    std::vector<fs::path> there;
    const auto look = [&](const fs::path& file) {
        if (isFileThere(file))
            there.push_back(file);
    };
    for (const fs::path& file : target.files)
        look(file);
    if (target.index)
        look(*target.index);
    return there;
}

Result<> checkSources(const Recipe& recipe)
{
    std::set<const Source*> seen;
    const auto check = [&](const Checkpoint& checkpoint, std::uint32_t tensor) -> Result<> {
        const Source* const source = checkpoint.files[checkpoint.tensors[tensor].file].source.get();
        return seen.insert(source).second ? source->checkUnchanged() : Result<>();
    };
    for (const RecipeItem& item : recipe.items) {
        auto unchanged = check(*item.source, item.tensor);
        if (unchanged && item.isDifference())
            unchanged = check(*item.base, item.baseTensor);
        if (!unchanged)
            return unchanged;
    }
    return {};
}

Result<SaveTarget> save(
    const Recipe& recipe, const Plan& plan, const SaveTarget& target, const SaveOptions& options, const Work& work)
{
    try {
        return Saving(recipe, plan, target, options, work).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory for the output");
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Io, exception.what());
    }
}

} // namespace loupe
