#pragma once

#include "items/tree/health_text.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QPushButton;

namespace loupe {

class SelectableLabel;
class HealthScan;
class LinkButton;

/// What is known of the health of all values, in one line that is true at every moment, with what can be done about it;
/// below it, where the first NaN and infinities are. Keeps its height whatever happens.
class HealthPanel : public QWidget {
    Q_OBJECT

public:
    explicit HealthPanel(HealthScan& scan, QWidget* parent = nullptr);

    /// From now on about these tensors alone, as far as the scan knows them.
    void setScope(const HealthSums& known, std::uint64_t tensors);
    QString text() const;

signals:
    /// The tensors that the line is about.
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
    std::optional<GroupHealth> m_scope; ///< else all tensors
    WorstMark* m_mark; ///< of the worst warning
    SelectableLabel* m_text;
    SelectableLabel* m_places; ///< of NaN and infinities in the whole checkpoint
    LinkButton* m_nan;
    LinkButton* m_infinite;
    LinkButton* m_warnings;
    LinkButton* m_duplicates;
    QPushButton* m_button;
};

} // namespace loupe
