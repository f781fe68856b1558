#pragma once

#include "core/text/name_patterns.h"
#include "items/jobs/item_roles.h"
#include "items/session/edit_session.h"

#include <QAbstractTableModel>

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Previews a renaming of tensors by a regular expression, in a job while the user types: a table of the first names
/// that would change, and the edit step that changes all. Old rows stay until a new result is ready. Tensors whose new
/// name is also the name of another tensor come first, and have SeverityRole Error.
class RenamePreviewModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Now, ToBe, ColumnCount };
    Q_ENUM(Column)

    static constexpr std::size_t maximumRows = 200;

    /// `edits`: the pending edits of the choice's checkpoint.
    RenamePreviewModel(NodeChoice choice, StagedEdits edits, QObject* parent = nullptr);

    /// Uses RE2's syntax; in the replacement, \1 to \9 are groups and \0 is the whole match. An empty expression
    /// renames nothing.
    void setRule(const QString& regex, const QString& replacement);

    /// True if the result for the rule that was set last is ready.
    bool isReady() const { return m_result && !m_job.isRunning(); }
    /// Why the rule is invalid; empty if it is valid.
    QString error() const { return m_error; }
    quint64 tensors() const { return m_result ? m_result->tensors : 0; }
    quint64 renamed() const { return m_result ? m_result->renamed : 0; }
    /// Clashes between tensors that the rule renames, or between these and others.
    const NameClashes& clashes() const;
    /// True if a tensor would have an empty name, which the formats allow.
    bool emptiesName() const { return m_result && m_result->emptiesName; }
    /// True if the rule renames something without any clash.
    bool isPossible() const { return isReady() && renamed() > 0 && clashes().count == 0; }
    /// Precondition: isPossible().
    EditStep step() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// The result or the error has changed, or a job has started.
    void updated();

private:
    struct Row {
        std::string now;
        std::string toBe;
        bool clashes = false;
    };
    struct Outcome {
        StagedEdits after;
        quint64 tensors = 0; ///< number of tensors that the rule was tried on
        quint64 renamed = 0;
        std::vector<Row> rows;
        NamePatternsPtr patterns; ///< of both columns: what changes distinguishes the two names of a row
        NameClashes clashes;
        bool emptiesName = false;
    };
    static void listRows(
        Outcome& outcome, const StagedEdits& before, const std::vector<std::uint32_t>& renamed, const Work& work);
    static Result<std::shared_ptr<const Outcome>> tryOut(const NodeChoice& choice, const StagedEdits& edits,
        const std::string& regex, const std::string& replacement, const Work& work);

    NodeChoice m_choice;
    StagedEdits m_edits;
    std::shared_ptr<const Outcome> m_result; ///< null: none, or an error
    QString m_error;
    JobRunner m_job;
};

} // namespace loupe
