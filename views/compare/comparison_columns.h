#pragma once

#include <QByteArray>
#include <QObject>

class QHeaderView;

namespace loupe {

class ComparisonModel;
class IndentedTree;

/// Manages the columns of a view of a ComparisonModel: widths, visibility, and how they are saved. The name column
/// takes the room that the others leave.
class ComparisonColumns : public QObject {
    Q_OBJECT

public:
    /// Precondition: the view already shows the model. The view becomes the parent.
    ComparisonColumns(IndentedTree& view, const ComparisonModel& model);

    /// Widths, order and visibility, and which of them the user set; for the settings.
    QByteArray save() const;
    void restore(const QByteArray& state);

    /// Call when the available width changes.
    void fit();

private:
    QHeaderView& header() const;
    void showTelling();
    void setDefaultWidths();
    void fitStatus();

    IndentedTree& m_view;
    const ComparisonModel& m_model;
    int m_wideStatus = 0; ///< default widths of the status column
    int m_narrowStatus = 0;
    bool m_fitting = false;
    bool m_fitsName = true; ///< false once the user has set the width
    unsigned m_chosen = 0; ///< bit mask of the columns in `telling` that the user has shown or hidden
};

} // namespace loupe
