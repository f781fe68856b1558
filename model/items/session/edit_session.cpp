#include "items/session/edit_session.h"

#include "core/text/text.h"
#include "formats/opening/registry.h"
#include "formats/shared/new_file.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Work on more tensors is done in a job.
constexpr std::uint64_t fewTensors = 2'000;
constexpr std::size_t manyTensors = 50'000;

} // namespace

std::vector<DType> castTargets()
{
    std::vector<DType> targets(usualCastTargets.begin(), usualCastTargets.end());
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        const bool isWritten = std::ranges::any_of(
            allFormats(), [&](const Format* format) { return format->writer && format->writer->holds(dtype); });
        const bool isUsual = std::ranges::find(usualCastTargets, dtype) != usualCastTargets.end();
        if (isWritten && !isUsual && canCast(DType::F32, dtype))
            targets.push_back(dtype);
    }
    return targets;
}

EditSession::EditSession(QObject* parent)
    : QObject(parent)
{
    connect(&m_staging, &JobRunner::runningChanged, this, &EditSession::stagingChanged);
    connect(&m_staging, &JobRunner::runningChanged, this, &EditSession::idleChanged);
    connect(&m_searching, &JobRunner::runningChanged, this, &EditSession::idleChanged);
}

void EditSession::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    emit forgotten();
    m_saved.reset();
    show(StagedEdits(std::move(checkpoint)));
}

void EditSession::markSaved(const StagedEdits& edits, const QString& path)
{
    m_saved.reset();
    if (const auto file = identify(toPath(path)))
        m_saved = SavedEdits{edits, path, *file};
    compareWithSaved();
    emit savedPathChanged();
}

void EditSession::checkSaved()
{
    if (!m_saved)
        return;
    const auto file = identify(toPath(m_saved->path));
    if (file && *file == m_saved->file)
        return;
    m_saved.reset();
    compareWithSaved();
    emit savedPathChanged();
}

void EditSession::compareWithSaved()
{
    m_isSaved = m_saved && !isEmpty() && m_saved->edits == m_edits;
}

void EditSession::setEnabled(bool enabled)
{
    if (std::exchange(m_isEnabled, enabled) != enabled)
        emit stagingChanged();
}

void EditSession::clear()
{
    setCheckpoint(m_edits.checkpoint());
}

void EditSession::rename(std::uint32_t tensor, const std::string& name)
{
    if (!canEdit())
        return;
    StagedEdits after = m_edits;
    after.rename(tensor, name);
    finish(tr("rename"), std::move(after));
}

void EditSession::remove(NodeChoice choice)
{
    const Naming name = [](std::uint64_t tensors) {
        return tensors == 1 ? tr("deletion")
                            : tr("deletion of %1 tensor(s)", nullptr, pluralOf(tensors)).arg(groupedCount(tensors));
    };
    stage(std::move(choice), name, [](StagedEdits& edits, std::vector<std::uint32_t> tensors, const Work& work) {
        edits.remove(std::move(tensors), work);
        return quint64{0};
    });
}

void EditSession::cast(NodeChoice choice, DType dtype)
{
    const Naming name = [to = toQString(dtypeName(dtype))](std::uint64_t tensors) {
        return tensors == 1
            ? tr("cast to %1").arg(to)
            : tr("cast of %1 tensor(s) to %2", nullptr, pluralOf(tensors)).arg(groupedCount(tensors), to);
    };
    stage(std::move(choice), name, [dtype](StagedEdits& edits, std::vector<std::uint32_t> tensors, const Work& work) {
        return quint64{edits.cast(std::move(tensors), dtype, work)};
    });
}

void EditSession::revert(NodeChoice choice)
{
    const Naming name = [](std::uint64_t tensors) {
        return tensors == 1 ? tr("revert")
                            : tr("revert of %1 tensor(s)", nullptr, pluralOf(tensors)).arg(groupedCount(tensors));
    };
    stage(
        std::move(choice), name,
        [](StagedEdits& edits, std::vector<std::uint32_t> tensors, const Work& work) {
            edits.revert(std::move(tensors), work);
            return quint64{0};
        },
        changesSince(0));
}

std::uint64_t EditSession::changesSince(std::size_t action) const
{
    std::uint64_t changes = 0;
    for (; action < m_edits.actions().size(); ++action)
        changes += m_edits.actions()[action]->changes();
    return changes;
}

/// Depends on the size of the checkpoint, too: a label for several changes requires all names.
bool EditSession::isForJob(std::uint64_t changes) const
{
    return changes > fewTensors || (changes > 1 && m_edits.checkpoint()->tensors.size() > manyTensors);
}

void EditSession::stage(NodeChoice choice, Naming name, Staging staging, std::uint64_t more)
{
    if (!canEdit() || choice.isEmpty() || choice.opened->checkpoint != m_edits.checkpoint())
        return;
    const bool isLarge = isForJob(choice.mostTensors() + more);
    auto make = [edits = m_edits, choice = std::move(choice), staging = std::move(staging)](const Work& work) mutable {
        auto tensors = choice.tensors(work);
        const quint64 count = tensors.size();
        const quint64 uncast = staging(edits, std::move(tensors), work);
        return Result<Made>(Made{std::move(edits), count, uncast});
    };
    auto take = [this, name = std::move(name)](Result<Made> made) {
        if (!made)
            return emit failed(made.error());
        finish(name(made->tensors), std::move(made->edits));
        if (made->uncast > 0)
            emit leftUncast(made->uncast);
    };
    if (isLarge)
        m_staging.start(std::move(make), std::move(take));
    else
        take(make({}));
}

void EditSession::setMetadata(const std::string& key, const std::string& value)
{
    if (!canEdit())
        return;
    StagedEdits after = m_edits;
    after.setMetadata(key, value);
    finish(tr("change of metadata"), std::move(after));
}

void EditSession::replaceMetadata(const std::string& key, const std::string& newKey, const std::string& value)
{
    if (!canEdit())
        return;
    std::vector<WantedKey> keys{{newKey, value}};
    if (key != newKey)
        keys.insert(keys.begin(), {key, {}});
    StagedEdits after = m_edits;
    after.changeMetadata(std::move(keys));
    finish(tr("change of metadata"), std::move(after));
}

void EditSession::removeMetadata(std::vector<std::string> keys)
{
    const std::size_t count = keys.size();
    stageEdit(tr("removal of metadata"), count,
        [keys = std::move(keys)](StagedEdits& edits, const Work&) { edits.removeMetadata(keys); });
}

void EditSession::revertMetadata(std::vector<std::string> keys)
{
    const std::size_t count = keys.size();
    stageEdit(
        tr("revert"), count, [keys = std::move(keys)](StagedEdits& edits, const Work&) { edits.revertMetadata(keys); });
}

void EditSession::undo(std::vector<ActionPart> parts)
{
    std::size_t first = m_edits.actions().size();
    for (const ActionPart& part : parts)
        first = std::min(first, part.action);
    stageEdit(tr("revert"), changesSince(first),
        [parts = std::move(parts)](StagedEdits& edits, const Work& work) { edits.undo(parts, work); });
}

void EditSession::stageEdit(
    const QString& text, std::uint64_t size, std::function<void(StagedEdits& edits, const Work& work)> edit)
{
    if (!canEdit())
        return;
    auto make = [edits = m_edits, edit = std::move(edit)](const Work& work) mutable {
        edit(edits, work);
        return Result<StagedEdits>(std::move(edits));
    };
    auto take = [this, text](Result<StagedEdits> after) {
        if (after)
            finish(text, std::move(*after));
        else
            emit failed(after.error());
    };
    if (isForJob(size))
        m_staging.start(std::move(make), std::move(take));
    else
        take(make({}));
}

void EditSession::discardAll()
{
    if (canEdit())
        finish(tr("discard of all changes"), StagedEdits(m_edits.checkpoint()));
}

void EditSession::stageRules(EditRules rules)
{
    if (!canEdit() || rules.isEmpty())
        return;
    stageEdit(tr("edits of the command line"), m_edits.checkpoint()->tensors.size(),
        [rules = std::move(rules)](StagedEdits& edits, const Work& work) { rules.stage(edits, work); });
}

void EditSession::finish(const QString& text, StagedEdits after)
{
    take({text, m_edits, std::move(after)});
}

void EditSession::take(EditStep step)
{
    // Undoing an action without effect is a change, too.
    const bool isSame = step.after == m_edits && step.after.actions() == m_edits.actions();
    if (!canEdit() || step.before != m_edits || isSame)
        return;
    emit stepTaken(step);
    show(step.after);
}

void EditSession::show(const StagedEdits& edits)
{
    m_staging.stop(); // it was based on other edits
    m_edits = edits;
    compareWithSaved();
    searchClashes();
    emit changed();
}

/// Only renames can cause clashes.
void EditSession::searchClashes()
{
    m_searching.stop();
    if (m_edits.totals().renamed == 0) {
        if (std::exchange(m_clashes, {}).count > 0)
            emit clashesChanged();
        return;
    }
    m_searching.start([edits = m_edits](const Work& work) { return findNameClashes(edits, work); },
        [this](NameClashes clashes) {
            m_clashes = std::move(clashes);
            emit clashesChanged();
        });
}

} // namespace loupe
