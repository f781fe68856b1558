#pragma once

#include "items/jobs/item_roles.h"
#include "items/session/edit_session.h"

#include <QAbstractTableModel>

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// What a regular expression makes of the names of some tensors, worked out in a job while it is being typed: a table
/// of the first names that would change, and the step that changes all. The rows before stay until a new result is
/// there. Tensors that would get a name that another one has, or gets too, come first and have SeverityRole Error.
class RenamePreviewModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Now, ToBe, ColumnCount };
    Q_ENUM(Column)

    static constexpr std::size_t maximumRows = 200;

    /// `edits`: what is staged now, about the checkpoint of the choice.
    RenamePreviewModel(NodeChoice choice, StagedEdits edits, QObject* parent = nullptr);

    /// RE2's syntax; in the replacement \1 to \9 are groups and \0 is all. An empty expression renames nothing.
    void setRule(const QString& regex, const QString& replacement);

    /// A result for the rule that was set last is there.
    bool isReady() const { return m_result && !m_job.isRunning(); }
    /// Why the rule makes no sense; empty if it does.
    QString error() const { return m_error; }
    quint64 tensors() const { return m_result ? m_result->tensors : 0; }
    quint64 renamed() const { return m_result ? m_result->renamed : 0; }
    /// Between tensors that the rule renames, or between these and others.
    const NameClashes& clashes() const;
    /// A tensor would have an empty name, which the formats allow.
    bool emptiesName() const { return m_result && m_result->emptiesName; }
    /// The rule renames something, and no two tensors to one name.
    bool isPossible() const { return isReady() && renamed() > 0 && clashes().count == 0; }
    /// Precondition: isPossible().
    EditStep step() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// There is another result, or an error, or a job for one has begun.
    void updated();

private:
    struct Row {
        std::string now;
        std::string toBe;
        bool clashes = false;
    };
    struct Outcome {
        StagedEdits after;
        quint64 tensors = 0; ///< that the rule was tried on
        quint64 renamed = 0;
        std::vector<Row> rows;
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
