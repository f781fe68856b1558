#pragma once

#include <QByteArray>
#include <QObject>

class QHeaderView;

namespace loupe {

class ComparisonModel;
class IndentedTree;

/// The columns of a view of a ComparisonModel: their widths, which of them show, and how that is saved. The name takes
/// the room that the others leave.
class ComparisonColumns : public QObject {
    Q_OBJECT

public:
    /// The view shows the model already, and becomes the parent.
    ComparisonColumns(IndentedTree& view, const ComparisonModel& model);

    /// Widths, order and visibility, and what of them was chosen by hand; for settings.
    QByteArray save() const;
    void restore(const QByteArray& state);

    /// To be called when there is more or less room.
    void fit();

private:
    QHeaderView& header() const;
    void showTelling();
    void setDefaultWidths();
    void fitStatus();

    IndentedTree& m_view;
    const ComparisonModel& m_model;
    int m_wideStatus = 0; ///< widths of the column until it has another
    int m_narrowStatus = 0;
    bool m_fitting = false;
    bool m_fitsName = true; ///< until its width is chosen by hand
    unsigned m_chosen = 0; ///< bits of the columns in `telling` that were shown or hidden by hand
};

} // namespace loupe
