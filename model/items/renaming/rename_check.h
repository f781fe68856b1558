#pragma once

#include "items/jobs/job_runner.h"
#include "saving/recipe/staged_edits.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Checks, while the new name of a tensor is typed, whether another tensor will have that name in the next save. If
/// there are many tensors, does so in a job.
class RenameCheck : public QObject {
    Q_OBJECT

public:
    /// `edits`: the pending edits. Precondition: the tensor exists.
    RenameCheck(StagedEdits edits, std::uint32_t tensor, QObject* parent = nullptr);

    std::string_view original() const { return m_edits.checkpoint()->tensors[m_tensor].name; }
    std::string_view now() const { return m_edits.nameOf(m_tensor); }

    /// updated() follows; at once if there are few tensors.
    void setName(const std::string& name);
    /// True if the result for the last name is ready.
    bool isReady() const { return !m_job.isRunning(); }
    /// The first other tensor that will have the name. Applies to the last name with a result.
    const std::optional<std::uint32_t>& owner() const { return m_owner; }
    /// True if that tensor gets the name by a pending edit, and has another one in the file.
    bool isOwnerRenamed() const { return m_owner && m_edits.of(*m_owner).name.has_value(); }

signals:
    void updated();

private:
    StagedEdits m_edits;
    std::uint32_t m_tensor;
    std::optional<std::uint32_t> m_owner;
    JobRunner m_job;
};

} // namespace loupe
