#pragma once

#include "items/tree/health/health_text.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QPushButton;

namespace loupe {

class SelectableLabel;
class HealthScan;
class LinkButton;

/// The known health of all values, in one line that is correct at any time, with actions; below it, the positions of
/// the first NaN and infinities. The height is constant.
class HealthPanel : public QWidget {
    Q_OBJECT

public:
    explicit HealthPanel(HealthScan& scan, QWidget* parent = nullptr);

    /// Restricts the panel to these tensors. `known`: what the scan knows about them.
    void setScope(const HealthSums& known, std::uint64_t tensors);
    QString text() const;

signals:
    /// The user wants to filter for the tensors that the line mentions.
    void filterWanted(const QString& filter);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class WorstMark;

    LinkButton* addLink(const QString& filter);
    static void showLink(LinkButton& link, std::uint64_t count, const QString& name, const QString& help);
    void showHealth();
    void showPlaces();
    void startOrStop();

    HealthScan& m_scan;
    std::optional<GroupHealth> m_scope; ///< empty: all tensors
    WorstMark* m_mark; ///< the sign of the worst warning
    SelectableLabel* m_text;
    SelectableLabel* m_places; ///< positions of NaN and infinities in the whole checkpoint
    LinkButton* m_nan;
    LinkButton* m_infinite;
    LinkButton* m_warnings;
    LinkButton* m_duplicates;
    QPushButton* m_button;
};

} // namespace loupe
