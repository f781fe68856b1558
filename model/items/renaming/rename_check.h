#pragma once

#include "items/jobs/job_runner.h"
#include "saving/recipe/staged_edits.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Whether a new name of one tensor, which is being typed, is one that another tensor is to have in the next save.
/// Names of many tensors are looked at in a job.
class RenameCheck : public QObject {
    Q_OBJECT

public:
    /// `edits`: what is staged now. Precondition: there is such a tensor.
    RenameCheck(StagedEdits edits, std::uint32_t tensor, QObject* parent = nullptr);

    std::string_view original() const { return m_edits.checkpoint()->tensors[m_tensor].name; }
    std::string_view now() const { return m_edits.nameOf(m_tensor); }

    /// updated() follows; at once where tensors are few.
    void setName(const std::string& name);
    /// The answer about the last name is there.
    bool isReady() const { return !m_job.isRunning(); }
    /// The first other tensor that is to have the name; for the last name that there is an answer about.
    const std::optional<std::uint32_t>& owner() const { return m_owner; }
    /// That tensor is staged to be called so, and has another name in the file.
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
