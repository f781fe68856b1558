#pragma once

#include "items/histogram/counting_cache.h"
#include "items/histogram/figures.h"
#include "items/histogram/ridgelines.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace loupe {

/// Histograms of several tensors with the same bins. Uses the figures known to the document, and adds to them what it
/// has counted.
class RidgelineCache : public CountingCache {
    Q_OBJECT

public:
    /// `figures` must outlive this object and belong to the checkpoint of the choices.
    explicit RidgelineCache(FiguresOfNumbers& figures, QObject* parent = nullptr);
    ~RidgelineCache() override;

    /// Sets the results of a complete scan of the checkpoint's tensors; null if they are unknown.
    void setHealth(HealthResultsPtr health) { m_health = std::move(health); }

    /// Null if something has to be counted, or if the choice is too large to evaluate outside a job and is not the last
    /// one.
    RidgelinesPtr find(const NodeChoice& choice, const HistogramChoice& bins);
    /// Starts counting, replacing the previous request. ready(), failed(), fetchWanted() or stopped() follows.
    void request(const NodeChoice& choice, const HistogramChoice& bins);
    /// After fetchWanted(): allows the next request() for the choice to fetch what it needs.
    void agreeToFetch(const NodeChoice& choice) const;

signals:
    void ready(const loupe::RidgelinesPtr& ridgelines);
    /// Counting would fetch `bytes` over the network, which is more than it may without asking the user.
    void fetchWanted(std::uint64_t bytes);

private:
    /// The tensors that represent a choice. If it is large, they are determined in a job.
    struct Chosen {
        std::weak_ptr<const OpenedCheckpoint> opened; // weak, so that files are closed whatever was looked at last
        std::weak_ptr<const TreeOrder> order;
        std::weak_ptr<const NameTree> tree;
        std::weak_ptr<const HealthResults> health;
        std::vector<NameTree::NodeId> nodes;
        Ridgelines ridgelines; ///< without figures

        bool isOf(const NodeChoice& choice, const HealthResultsPtr& known) const;
    };

    KnownFigures known();
    std::optional<Ridgelines> chosen(const NodeChoice& choice) const;
    void remember(const NodeChoice& choice, const HealthResultsPtr& health, const Ridgelines& ridgelines);
    /// Only evaluates the choice, then makes the request again.
    void choose(const NodeChoice& choice, const HistogramChoice& bins);

    FiguresOfNumbers& m_figures;
    HealthResultsPtr m_health;
    Chosen m_chosen; ///< the last one
};

} // namespace loupe
