#include "items/renaming/rename_check.h"

namespace loupe {

namespace {

/// If more tensors are renamed, a job checks the names.
constexpr std::size_t fewRenames = 2'000;

std::optional<std::uint32_t> findOwner(
    const StagedEdits& edits, std::uint32_t except, std::string_view name, const Work& work)
{
    const std::size_t count = edits.checkpoint()->tensors.size();
    for (std::uint32_t i = 0; i < count && !work.stopped(); ++i) {
        if (i != except && edits.nameOf(i) == name && !edits.of(i).isDeleted)
            return i;
    }
    return std::nullopt;
}

} // namespace

RenameCheck::RenameCheck(StagedEdits edits, std::uint32_t tensor, QObject* parent)
    : QObject(parent)
    , m_edits(std::move(edits))
    , m_tensor(tensor)
{
}

void RenameCheck::setName(const std::string& name)
{
    auto find = [edits = m_edits, tensor = m_tensor, name](
                    const Work& work) { return findOwner(edits, tensor, name, work); };
    if (m_edits.checkpoint()->tensors.size() <= fewRenames) {
        m_owner = find({});
        emit updated();
        return;
    }
    m_job.start(std::move(find), [this](std::optional<std::uint32_t> owner) {
        m_owner = owner;
        emit updated();
    });
}

} // namespace loupe
